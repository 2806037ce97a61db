/** Makes app/fonts/*.woff2: the two faces, cut down to what Nigerian English and Yoruba names need. Run by hand when the faces change. */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const letters = "áàéèíìóòúùñńǹẹọṣÁÀÉÈÍÌÓÒÚÙŃǸẸỌṢçüöäÜÖÄ\u0300\u0301\u0323";
const signs = "₦©·•–—‘’“”…→←×−°½";

for (const { name, pkg, weights } of [
  { name: "bricolage", pkg: "bricolage-grotesque", weights: { min: 700, max: 800 } },
  { name: "instrument", pkg: "instrument-sans", weights: { min: 400, max: 700 } },
]) {
  const folder = `node_modules/@fontsource-variable/${pkg}`;
  // fontsource splits a face by script: the Latin part carries what we set often, and ₦ and dotted letters fall back.
  const face = await readFile(`${folder}/files/${pkg}-latin-wght-normal.woff2`);
  const cut = await subsetFont(face, ascii + letters + signs, {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
  });
  await writeFile(`app/fonts/${name}.woff2`, cut);
  await copyFile(`${folder}/LICENSE`, `app/fonts/${name}-OFL.txt`);
  console.log(name, cut.length);
}
