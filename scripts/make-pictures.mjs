/** Makes the icons, the share picture and the map in public/. Run by hand when the mark or the map changes. */
import { readFile, writeFile } from "node:fs/promises";
import map from "@svg-maps/nigeria";
import sharp from "sharp";

const mark = await readFile("public/favicon.svg");
for (const [file, size] of [
  ["apple-touch-icon.png", 180],
  ["icon-192.png", 192],
  ["icon-512.png", 512],
]) {
  await sharp(mark, { density: 1200 }).resize(size, size).png({ palette: true }).toFile(`public/${file}`);
}

// Half a unit is less than a pixel on any phone: coordinates become whole numbers, points that fall together go.
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
    const points = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      x += numbers[i];
      y += numbers[i + 1];
      const next = [Math.round(x), Math.round(y)];
      const last = points.at(-1);
      if (!last || Math.hypot(next[0] - last[0], next[1] - last[1]) >= 3) points.push(next);
    }
    if (points.length > 2) shapes.push(`M${points.map((p) => p.join(",")).join(" ")}z`);
    x = points[0]?.[0] ?? x;
    y = points[0]?.[1] ?? y;
  }
  return shapes.join("");
}
const states = map.locations.map((state) => `<path d="${simplify(state.path)}"/>`).join("");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${map.viewBox}"><!-- Map of Nigeria by @svg-maps/nigeria, CC BY 4.0, simplified --><g fill="#8a7f68" fill-opacity=".18" stroke="#8a7f68" stroke-width="1.5" stroke-linejoin="round">${states}</g></svg>`;
await writeFile("public/map-nigeria.svg", svg);

const share = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#FFC21A"/><g transform="translate(610 40) scale(.95)" fill="#16130E" fill-opacity=".12" stroke="#16130E" stroke-width="2">${states}</g><path d="M690 480Q820 250 1030 160" fill="none" stroke="#16130E" stroke-width="18" stroke-linecap="round"/><path d="M690 480Q820 250 1030 160" fill="none" stroke="#FFC21A" stroke-width="5" stroke-dasharray="26 16"/><circle cx="690" cy="480" r="16" fill="#FBF8F1" stroke="#16130E" stroke-width="7"/><circle cx="1030" cy="160" r="16" fill="#0A7A48" stroke="#16130E" stroke-width="7"/><g font-family="DejaVu Sans, Arial, sans-serif" font-weight="800" fill="#16130E"><text x="70" y="220" font-size="92">Ona Delivery</text><text x="74" y="300" font-size="38" font-weight="600">Fast &amp; Reliable</text><text x="74" y="350" font-size="38" font-weight="600">Logistics Solutions</text><text x="74" y="470" font-size="30" font-weight="600">Book · Track · Shop · all 36 states</text></g><rect y="560" width="1200" height="70" fill="#16130E"/><path d="M0 595h1200" stroke="#FFC21A" stroke-width="10" stroke-dasharray="70 44"/></svg>`;
await sharp(Buffer.from(share))
  .resize(1200, 630)
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile("public/share.jpg");
