// Has the browser keep the site for use without a network, and says on <html> what became
// of it, with the event rightsize:kept at each change:
// - data-kept="whole" once a version is kept, "full" where the browser has no room for it
// - data-update="waiting" once another version is kept and waits to be used, "full" where
//   there is one and the browser has no room for it
// The event rightsize:apply has it used. boot.js loads this once the page is quiet.

// Between two looks for another version, in milliseconds, while the page is in front.
const AN_HOUR = 3600000;

const root = document.documentElement;

// Begins; `site` is the address of the site's folder.
export async function run(site) {
  const workers = navigator.serviceWorker;
  workers.addEventListener("message", (event) => {
    if (event.data !== "full") return;
    // Where one version is whole, it is another that there is no room for.
    if (root.dataset.kept === "whole") say("update", "full");
    else say("kept", "full");
  });
  const registration = await workers.register(new URL("service-worker.js", site), { scope: new URL("./", site), updateViaCache: "none" });
  watch(registration);
  lookAgain(registration);
}

function say(what, how) {
  root.dataset[what] = how;
  window.dispatchEvent(new CustomEvent("rightsize:kept"));
}

function watch(registration) {
  // Before the first version is kept, nobody waits for it.
  let current = registration.active;
  const known = () => {
    if (registration.waiting && current) say("update", "waiting");
    if (registration.active) say("kept", "whole");
  };
  const follow = (worker) => worker && worker.addEventListener("statechange", () => {
    if (worker.state === "activated") current = worker;
    known();
  });
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  known();
  let wanted = false;
  window.addEventListener("rightsize:apply", () => {
    wanted = true;
    // Another page may have applied it already.
    if (registration.waiting) registration.waiting.postMessage("apply");
    else location.reload();
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
  });
}

function lookAgain(registration) {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < AN_HOUR) return;
    last = Date.now();
    // Without a network there is nothing to be had.
    registration.update().catch(() => {});
  });
}
