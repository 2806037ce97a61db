/**
 * PHONE-1: writes the HTML document of the rider's page. The document is the same for everybody, and has no
 * personal data and nothing of the office's pages. Pure.
 */
import { DEMO_DOOR_NAMES, DEMO_DOORS, DEMO_SHIFT_PIN } from "../../domain/demo-doors.ts";
import { appLooks } from "../../offline/app-looks.ts";

export type RiderPage = {
  name: string;
  colour: string;
  script: string;
  /** True during development, when the script is an ES module that is served from the sources. */
  isModule: boolean;
  version: string;
  css: string;
  isDemo: boolean;
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** DEMO-2: writes the line at the top of the demo rider's page. Its buttons first send unsent data. */
const demoLine = (isDemo: boolean): string => {
  if (!isDemo) return "";
  const { name, who } = DEMO_DOORS.rider;
  const doors = DEMO_DOOR_NAMES.filter((door) => door !== "rider").map(
    (door) => `<form method="post" action="/demo" noValidate><input type="hidden" name="door" value="${door}">
<button type="submit">Be ${DEMO_DOORS[door].name}, ${DEMO_DOORS[door].who}</button></form>`,
  );
  return `<aside id="demo" aria-label="Demo"><strong>You are ${name}, ${who}. Shift PIN ${DEMO_SHIFT_PIN}</strong>${doors.join("")}</aside>
`;
};

export function riderPage(page: RiderPage, nonce: string): string {
  const { name, colour, script, isModule, version, css } = page;
  return `<!DOCTYPE html>
<html lang="en-NG" data-version="${version}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${escaped(colour)}">
<title>Rider · ${escaped(name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/rider.webmanifest">
<style>${css}</style>
<noscript><style>#rider{display:none}</style></noscript>
<script ${isModule ? `type="module"` : "defer"} src="${script}" nonce="${escaped(nonce)}"></script>
</head>
<body>
${demoLine(page.isDemo)}<div id="rider"><p class="opening">Opening your day …</p></div>
<noscript><p class="opening">This page needs JavaScript. Switch it on in the browser's settings.</p></noscript>
</body>
</html>
`;
}

/** PHONE-10: writes the web app manifest with which a phone installs the page as an app. */
export const riderManifest = (name: string, colour: string) => ({
  id: "/rider",
  name: `${name} rider`,
  short_name: "Rider",
  description: "The day of a rider: stops, deliveries and what was collected.",
  lang: "en-NG",
  start_url: "/rider",
  scope: "/rider",
  orientation: "portrait",
  ...appLooks(colour),
});
