// The pages of release notes run no program: the colours chosen on another page are shown by
// this. It is loaded before anything is painted.
(function () {
  "use strict";
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (refused) {
    // Storage may be forbidden: then the system's colours are shown.
  }
})();
