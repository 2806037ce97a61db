/**
 * Makes public/share.jpg, the chat preview, and app/platform/files/share-ground.webp, the background of a store's
 * preview. Rendered by a browser from our own drawings and fonts. Run by hand when the look changes.
 */
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { createServer } from "vite";
import { findProgram } from "./machine.mjs";

const MOST_BYTES = 300_000;

const vite = await createServer({
  configFile: false,
  appType: "custom",
  cacheDir: ".cache/pictures",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, hmr: false },
});
const draw = async (file, name, props = {}) =>
  renderToStaticMarkup(
    createElement((await vite.ssrLoadModule(`/app/company/marketing/${file}`))[name], props),
  );
const { COMPANY } = await vite.ssrLoadModule("/app/company/marketing/company.ts");
const danfo = await draw("danfo.tsx", "Danfo", { className: "danfo" });
const mark = await draw("mark.tsx", "Mark", { className: "mark" });
await vite.close();

const base64 = async (file) => (await readFile(file)).toString("base64");
const faces = await Promise.all(
  ["bricolage", "instrument"].map(
    async (name) =>
      `@font-face{font-family:${name};font-weight:400 800;src:url(data:font/woff2;base64,${await base64(`app/fonts/${name}.woff2`)})}`,
  ),
);
const map = await base64("public/map-nigeria.svg");

const head = `<!doctype html><meta charset="utf-8"><style>${faces.join("")}
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; position: relative; overflow: hidden; background: #ffc21a; color: #16130e; font: 600 34px/1.35 instrument }
  .road { position: absolute; left: 0; right: 0; bottom: 0; height: 78px; background: #16130e }
  .road::after { content: ""; position: absolute; left: 0; right: 0; top: 35px; height: 8px; background: repeating-linear-gradient(90deg, #ffc21a 0 70px, transparent 70px 114px) }`;
const page = `${head}
  .name { position: absolute; left: 64px; top: 52px; display: flex; align-items: center; gap: 22px; font: 800 50px bricolage }
  .name .mark { width: 92px; height: 92px; border: 4px solid #16130e; display: block }
  h1 { position: absolute; left: 62px; top: 190px; width: 720px; font: 800 92px/1 bricolage; letter-spacing: -2px }
  .map { position: absolute; right: -20px; top: -36px; width: 640px; opacity: .75; filter: brightness(.35) }
  .danfo { position: absolute; right: 48px; bottom: 74px; width: 520px }
</style><img class="map" src="data:image/svg+xml;base64,${map}"><p class="name">${mark}${COMPANY.name}</p>
<h1>${COMPANY.tagline.replace("&", "&amp;")}</h1>
<div class="road"></div>${danfo}`;

// The place of the store's picture is defined twice: by these drawings, and in
// app/platform/files/share-picture.server.ts.
const ground = `${head}
  .mark { position: absolute; left: 48px; top: 44px; width: 112px; height: 112px; border: 5px solid #16130e }
  .name { position: absolute; left: 48px; top: 184px; width: 300px; font: 800 58px/1 bricolage; letter-spacing: -1px }
  .text { position: absolute; left: 48px; top: 344px; width: 290px; font-size: 36px }
  .frame { position: absolute; left: 372px; top: 24px; width: 792px; height: 526px; background: #16130e; box-shadow: 10px 10px 0 #16130e }
  .road { height: 54px }
  .road::after { top: 23px }
</style><div class="road"></div>${mark}<p class="name">${COMPANY.name}</p>
<p class="text">Order on WhatsApp.<br>We bring it.</p><div class="frame"></div>`;

const browser = await chromium.launch({
  executablePath: findProgram("chromium"),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 }, deviceScaleFactor: 2 });
async function picture(html) {
  await tab.setContent(html);
  await tab.evaluate(() => document.fonts.ready);
  return sharp(await tab.screenshot()).resize(1200, 630);
}
const jpeg = await (await picture(page)).jpeg({ quality: 86, mozjpeg: true }).toBuffer();
const webp = await (await picture(ground)).webp({ lossless: true }).toBuffer();
await browser.close();

if (jpeg.length > MOST_BYTES)
  throw new Error(`share.jpg has ${jpeg.length} bytes; chats drop more than ${MOST_BYTES}.`);
await writeFile("public/share.jpg", jpeg);
await writeFile("app/platform/files/share-ground.webp", webp);
console.log(`share.jpg: ${jpeg.length} bytes, share-ground.webp: ${webp.length} bytes`);
