/**
 * WEB-1: renders a page without streaming: all loaders have finished before the first byte is sent
 * (docs/decisions/0003-page-rendering.md). Scripts with the data for hydration follow after the page. These scripts
 * have the nonce of this response.
 */
import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import {
  errorContext,
  nonceContext,
  pageForAllContext,
  requestIdContext,
  servicesContext,
} from "./platform/context.ts";
import { cachedHtml } from "./platform/cache/cached-html.server.ts";
import { isDatabaseUnavailable } from "./platform/db/client.server.ts";
import { isInvalidInput } from "./platform/db/invalid-input.server.ts";
import { loggedPath } from "./platform/http/logged-path.ts";
import { wholeResponse } from "./platform/http/whole-body.server.ts";
import { CachedHtml } from "./ui/cached-html.ts";
import { RequestId } from "./ui/request-id.tsx";
import { KEY_FIELD, KEYED_FORM } from "./ui/page-key.ts";

const partsOfPage = cachedHtml();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const { serverHandoffStream, ...entryContext } = entry;
  const parts = partsOfPage();
  const html = renderToString(
    <CachedHtml value={parts.put}>
      <RequestId value={context.get(requestIdContext)}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </RequestId>
    </CachedHtml>,
  );
  const data =
    entry.renderMeta?.didRenderScripts && serverHandoffStream
      ? await new Response(serverHandoffStream).text()
      : null;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.append("Vary", "Save-Data");
  // If a loader or action throws a response, React Router drops the headers of that response when it renders the error
  // page. Retry-After is needed, so this code copies it.
  const { loaderHeaders, actionHeaders } = entry.staticHandlerContext;
  for (const answered of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const wait = answered.get("Retry-After");
    if (wait) headers.set("Retry-After", wait);
  }
  const atEnd = [
    data === null ? "" : dataScript(data, nonce),
    context.get(pageForAllContext)?.formKey ? KEY_INPUT : "",
  ];
  return wholeResponse(parts.fill(["<!DOCTYPE html>", ...lighter(html, atEnd, nonce)]), { status, headers });
}

const PRELOAD = '<link rel="modulepreload"';
const MODULES = ' type="module" async="">';
const MANIFEST = "__reactRouterManifest = {";

/**
 * Makes the page shorter and its first paint earlier. The preloads of scripts and the script that imports the modules
 * move to a template at the end, which is used after the first paint. On a slow phone, loading and compiling scripts
 * would delay the first paint. Also removes what React Router writes needlessly: a second preload of the entry script,
 * and the indents and false flags in the manifest of the page's routes. Adds `atEnd` at the end of the page. Returns
 * the page as a list of texts, because joining them would take longer than all these changes.
 */
function lighter(html: string, atEnd: readonly string[], nonce: string): string[] {
  const [head, end] = [html.indexOf("</head>"), html.lastIndexOf("</body>")];
  const { rest, preloads } = withoutPreloads(html.slice(0, head));
  const start = [...rest, delayedRedirect(html)];
  const last = [...atEnd, html.slice(end)];
  const attributes = html.lastIndexOf(MODULES);
  if (attributes < head) return [...start, html.slice(head, end), ...last];
  const modules = html.lastIndexOf("<script", attributes);
  const modulesEnd = html.indexOf("</script>", attributes) + "</script>".length;
  const held = [...preloads, ...withShortManifest(html.slice(modules, modulesEnd))];
  return [
    ...start,
    html.slice(head, modules),
    html.slice(modulesEnd, end),
    ...afterFirstPaint(held, nonce),
    ...last,
  ];
}

function withShortManifest(modules: string): string[] {
  const at = modules.indexOf(MANIFEST);
  if (at < 0) return [modules];
  const end = modules.indexOf("\n};", at);
  return [modules.slice(0, at), shortManifest(modules.slice(at, end)), modules.slice(end)];
}

/**
 * The script adds the template's content to the page after the first paint, but at the latest after a second: a page in
 * the background is not painted, and old browsers report no paint or throw an error. After the first call of `add` the
 * template is empty.
 */
const ADD_AFTER_PAINT =
  '{const{content}=document.currentScript.previousElementSibling;const add=()=>document.body.append(content);setTimeout(add,1000);new PerformanceObserver(add).observe({type:"paint",buffered:true})}';

/** Puts these elements into a template, with the script that adds them to the page after its first paint. */
const afterFirstPaint = (held: readonly string[], nonce: string): string[] => [
  "<template>",
  ...held,
  `</template><script nonce="${nonce}">${ADD_AFTER_PAINT}</script>`,
];

function withoutPreloads(head: string): { rest: string[]; preloads: string[] } {
  const [start = "", ...others] = head.split(PRELOAD);
  const rest = [start];
  const preloads = new Set<string>();
  for (const other of others) {
    const end = other.indexOf("/>") + 2;
    preloads.add(`${PRELOAD} fetchpriority="low"${other.slice(0, end)}`);
    rest.push(other.slice(end));
  }
  return { rest, preloads: [...preloads] };
}

/**
 * The shortened manifests, by the original text. They are cached, because pages of the same routes have the same
 * manifest.
 */
const manifests = new LRUCache<string, string>({ max: 500 });

function shortManifest(manifest: string): string {
  const known = manifests.get(manifest);
  if (known !== undefined) return known;
  const short = manifest
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('"has') || !line.endsWith(": false,"))
    .join("");
  manifests.set(manifest, short);
  return short;
}

/** Returns a page's delayed redirect as a meta tag for the page's head, for browsers without JavaScript. */
function delayedRedirect(html: string): string {
  const at = html.indexOf('<span hidden="" data-go-on="');
  if (at < 0) return "";
  const content = html.slice(at).split('"', 4)[3];
  return `<noscript><meta http-equiv="refresh" content="${content}"/></noscript>`;
}

function dataScript(data: string, nonce: string): string {
  const literal = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${literal});window.__reactRouterContext.streamController.close();</script>`;
}

/** The field with the idempotency key. It is at the end of the page, so that everything before it can be shared. */
const KEY_INPUT = `<input type="hidden" id="${KEY_FIELD}" name="idempotencyKey" form="${KEYED_FORM}" value=""/>`;

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  // A refusal by React Router (no such page, no such form) is not a failure of the server.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const unavailable = isDatabaseUnavailable(error);
  const invalid = isInvalidInput(error);
  const errorState = context.get(errorContext);
  if (unavailable) errorState.databaseUnavailable = true;
  if (invalid) errorState.invalidInput = true;
  const { log } = context.get(servicesContext);
  const id = context.get(requestIdContext);
  const details = { err: error, path: loggedPath(new URL(request.url).pathname), method: request.method, id };
  if (invalid) log.warn(details, "invalid input");
  else log.error(details, unavailable ? "database unavailable" : "failed");
}
