/**
 * The limit with which a first paint is compared: node:http sends the same HTML without scripts and fonts. Everything
 * else that a page requests, such as its pictures, still comes from the product.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";

/** Removes scripts, preload links and fonts from the HTML of a page. */
export const withoutScriptsAndFaces = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\brel="(?:modulepreload|preload)"[^>]*>/g, "")
    .replace(/@font-face\s*\{[^}]*\}/g, "");

/** Serves these pages without scripts and fonts. `pages` has the HTML of each path. */
export async function serveAlone(pages: ReadonlyMap<string, string>, productPort: number) {
  const bodies = new Map(
    [...pages].map(([path, html]) => [path, brotliCompressSync(withoutScriptsAndFaces(html))] as const),
  );
  const respond = (asked: IncomingMessage, response: ServerResponse) => {
    const body = bodies.get(asked.url ?? "");
    if (!body) return passOn(asked, response, productPort);
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" };
    response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
  };
  const server = createServer(respond).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

function passOn({ url, headers }: IncomingMessage, response: ServerResponse, port: number): void {
  request(
    { host: "127.0.0.1", port, path: url, headers: { ...headers, host: `localhost:${port}` } },
    (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    },
  )
    .on("error", () => response.writeHead(502).end())
    .end();
}
