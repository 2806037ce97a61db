/**
 * Makes the icons and the map in public/. Run by hand when the logo or the map changes. make-share-picture.mjs makes
 * the share picture, which needs our fonts and therefore a browser.
 */
import { readFile, writeFile } from "node:fs/promises";
import map from "@svg-maps/nigeria";
import sharp from "sharp";

const picture = (svg, size) => sharp(Buffer.from(svg), { density: 1200 }).resize(size, size);

// The drawing is read from app/ui/logo.tsx, so that there is only one drawing of the logo.
const source = await readFile("app/ui/logo.tsx", "utf8");
const drawing = /<path d="M0 0h48v48[\s\S]*?(?=\s*<\/svg>)/.exec(source)?.[0];
if (!drawing) throw new Error("app/ui/logo.tsx no longer draws the mark as this script expects.");
const inner = drawing
  .replace(/[a-z]+(?=[A-Z][a-zA-Z]*=)/g, (word) => `${word}-`)
  .replace(/-([A-Z][a-zA-Z]*)=/g, (_, word) => `-${word.toLowerCase()}=`)
  .replace(/>\s+</g, "><");
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${inner}</svg>`;
await writeFile("public/favicon.svg", `${mark}\n`);
for (const [file, size] of [
  ["apple-touch-icon.png", 180],
  ["icon-192.png", 192],
  ["icon-512.png", 512],
]) {
  await picture(mark, size).png({ palette: true }).toFile(`public/${file}`);
}

// An .ico file consists of a header, one entry, and the PNG as it is.
const png = await picture(mark, 32).png().toBuffer();
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(1, 4);
head.writeUInt8(32, 6);
head.writeUInt8(32, 7);
head.writeUInt16LE(1, 10);
head.writeUInt16LE(32, 12);
head.writeUInt32LE(png.length, 14);
head.writeUInt32LE(head.length, 18);
await writeFile("public/favicon.ico", Buffer.concat([head, png]));

const LEAST_STEP = 3;

/**
 * Rounds coordinates and drops points that become equal. Rounding moves a point by at most half a unit, which is less
 * than a pixel on any phone.
 */
function simplify(path) {
  const shapes = [];
  let x = 0,
    y = 0;
  for (const part of path
    .split(/(?=m)/i)
    .map((p) => p.trim())
    .filter(Boolean)) {
    const numbers = part
      .replace(/[mz]/gi, " ")
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const begin = [x + numbers[0], y + numbers[1]];
    const points = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      x += numbers[i];
      y += numbers[i + 1];
      const next = [Math.round(x), Math.round(y)];
      const last = points.at(-1);
      if (!last || Math.hypot(next[0] - last[0], next[1] - last[1]) >= LEAST_STEP) points.push(next);
    }
    if (points.length > 2) shapes.push(steps(points));
    // After a closed shape, coordinates are relative to the point at which it began.
    [x, y] = begin;
  }
  return shapes.join("");
}

/**
 * Writes points as relative steps, which are shorter than absolute coordinates. A negative number needs no space before
 * it, because its minus sign separates it from the previous number.
 */
function steps(points) {
  const [first, ...rest] = points;
  let [x, y] = first;
  const moves = rest.map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(" ")}l${moves.join(" ")}z`.replaceAll(" -", "-");
}

// Returns the id of a state's shape: the state's name in lower case. app/ui/states-map.tsx shows a single state by this
// id. The map's source writes Nasarawa with a double s.
const idOf = ({ id }) => (id === "nassarawa" ? "nasarawa" : id);
const states = map.locations
  .map((state) => `<path id="${idOf(state)}" d="${simplify(state.path)}"/>`)
  .join("");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${map.viewBox}"><!-- Map of Nigeria by Michael Chukwu (@svg-maps/nigeria), CC BY 4.0, simplified --><g fill="#8a7f68" fill-opacity=".2" stroke="#8a7f68" stroke-width="1.5" stroke-linejoin="round">${states}</g></svg>`;
await writeFile("public/map-nigeria.svg", svg);
console.log(`map-nigeria.svg: ${svg.length} bytes`);
