/**
 * Makes app/fonts/*.woff2: the two fonts, reduced to the letters that Nigerian English and Nigerian names need. Run by
 * hand when the fonts change. The headings use one weight between bold and extra bold, because two weights would add 9
 * KB. Two more files of each font have letters that few pages need: `-accents`, and `-names` with the naira sign and
 * letters with a dot below (from a separate fontsource font). A browser fetches these files only for pages with such
 * letters. simple-kerning.py simplifies the kerning, which saves 7 KB.
 */
import { execFileSync } from "node:child_process";
import { copyFile, readFile, stat, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const MARKS = "\u0300\u0301\u0323";
const BASE = `${ascii}\u00a0·•–—‘’“”…©×→←°½`;
const ACCENTS = "áàéèíìóòúùñçÁÀÉÈÍÌÓÒÚÙÑÇ";
const NAMES = `₦ẹọṣńǹẸỌṢŃǸ${MARKS}aeonsAEONS`;
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"];

let total = 0;
for (const { name, pkg, weights } of [
  { name: "bricolage", pkg: "bricolage-grotesque", weights: 750 },
  { name: "instrument", pkg: "instrument-sans", weights: { min: 400, max: 700 } },
]) {
  const folder = `node_modules/@fontsource-variable/${pkg}`;
  for (const { script, suffix, letters } of [
    { script: "latin", suffix: "", letters: BASE },
    { script: "latin", suffix: "-accents", letters: ACCENTS },
    { script: "latin-ext", suffix: "-names", letters: NAMES },
  ]) {
    const face = await readFile(`${folder}/files/${pkg}-${script}-wght-normal.woff2`);
    const cut = await subsetFont(face, letters, {
      targetFormat: "woff2",
      variationAxes: { wght: weights },
      keepFeatures: FEATURES,
      noHinting: true,
    });
    const file = `app/fonts/${name}${suffix}.woff2`;
    await writeFile(file, cut);
    if (script === "latin") execFileSync("python3", ["scripts/simple-kerning.py", file]);
    const { size } = await stat(file);
    total += size;
    console.log(`${name}${suffix}: ${size} bytes`);
  }
  await copyFile(`${folder}/LICENSE`, `app/fonts/${name}-OFL.txt`);
}
console.log(`together ${total} bytes`);
if (total > 50 * 1024) throw new Error("More than the 50 KB that design allows the faces.");
