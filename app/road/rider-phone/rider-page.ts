/**
 * PHONE-1: the document of the rider's page. It is identical for everybody and contains no personal data: the page's
 * script requests the `RiderDay`, or finds it on the phone. It is small and has no part of the office's pages. Pure.
 */
import { appLooks } from "../../offline/app-looks.ts";

export type RiderPage = {
  name: string;
  colour: string;
  script: string;
  /** True during development: the script is then an ES module, served from the sources. */
  isModule: boolean;
  version: string;
  css: string;
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
<div id="rider"><p class="opening">Opening your day …</p></div>
<noscript><p class="opening">This page needs JavaScript. Switch it on in the browser's settings.</p></noscript>
</body>
</html>
`;
}

/** PHONE-10: the data with which a phone installs the page as an app. */
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
