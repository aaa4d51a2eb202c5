// `node tests/e2e/same.mjs A B`: which pictures and texts of two folders of `record.mjs` differ,
// pictures by how many pixels. Fails where any does.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { launch } from "./server.js";

const folders = process.argv.slice(2);
if (folders.length !== 2) throw new Error("name two folders");

// Pixels that differ, counted by a browser: pixels that one picture lacks differ, too.
function differing(page, pictures) {
  return page.evaluate(async (pictures) => {
    const [one, other] = await Promise.all(
      pictures.map(async (picture) => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        return image;
      }),
    );
    const width = Math.max(one.width, other.width);
    const height = Math.max(one.height, other.height);
    const [first, second] = [one, other].map((image) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    });
    return first.reduce((count, pixel, at) => count + (pixel !== second[at]), 0);
  }, pictures.map((picture) => picture.toString("base64")));
}

const names = [...new Set(folders.flatMap((folder) => readdirSync(folder)))].sort();
let different = 0;
let browser;
for (const name of names) {
  const paths = folders.map((folder) => `${folder}/${name}`);
  const missing = paths.find((path) => !existsSync(path));
  const files = missing ? [] : paths.map((path) => readFileSync(path));
  if (!missing && files[0].equals(files[1])) continue;
  different += 1;
  if (missing) {
    console.log(`${missing}: missing`);
  } else if (name.endsWith(".png")) {
    browser ??= await launch();
    const page = await browser.newPage();
    console.log(`${name}: ${await differing(page, files)} pixels differ`);
    await page.close();
  } else {
    console.log(`${name}: differs`);
  }
}
await browser?.close();
console.log(`${names.length} files, ${different} differ`);
process.exitCode = different ? 1 : 0;
