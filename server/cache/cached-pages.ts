/**
 * CACHE-2: public pages for visitors without a session (docs/decisions/0021-cached-pages.md). A page is rendered once
 * for each version of its data, and cached in compressed form until the data changes (page-cache.server.ts). The page
 * depends on three facts about the visitor: whether the browser has the style in its cache, whether the visitor asked
 * to save data (Save-Data), and the language. In each response, a new idempotency key for the page's form is written at
 * the end of the page.
 */
import { createHash, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { newBrowserCookie, readBrowser } from "../../app/access/known-browser.server.ts";
import { createPageCache } from "../../app/platform/cache/page-cache.server.ts";
import { wholeBody } from "../../app/platform/http/whole-body.server.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { readLock } from "../../app/company/site-lock/site-lock.server.ts";
import { countLookup } from "../../app/parcels/tracking/limit-look-ups.server.ts";
import type { Gate } from "../http/admission.ts";
import { clientAddress } from "../http/client-address.ts";
import { ownMemory } from "../http/encodings.ts";
import { isFresh } from "./fresh.ts";
import { pageHeaders, scriptPolicy, type Hsts } from "../http/headers.ts";
import { alreadySent, headerList } from "../http/send-whole.ts";
import { isPublicPage } from "./cached-paths.ts";
import { isHarmless, pageRequestOf, type CachedPagesEnv, type PageRequest } from "./page-request.ts";

const BROWSER = /(?:^|;)\s*(?:__Host-)?browser=[^;]/;
const PUBLIC_CACHE = "private, no-cache";

type CachedPage = {
  /** The headers of a 200, as alternating names and values. */
  headers: string[];
  /** The headers of a 304. Null for a page with a form, because the key of the form differs in each response. */
  unchanged: string[] | null;
  etag: string;
  body: Buffer;
  /**
   * The end of a page with a form, which is not compressed; null for a page without a form. `after` is the text behind
   * the form's key. `packed` has the length and checksum of the first part, measured before that part was compressed.
   */
  tail: { after: string; packed: { length: number; crc: number } } | null;
};

type Options = { hsts: Hsts; trustProxy: number; gate: Gate };

export function createCachedPages(services: Services, { hsts, trustProxy, gate }: Options) {
  const cache = createPageCache<CachedPage>(services.live, services.now);

  async function find(c: Context<CachedPagesEnv>, pageRequest: PageRequest): Promise<CachedPage | undefined> {
    if (!cache.get(pageRequest.key) || !(await isOpen(services))) return undefined;
    if (pageRequest.counted) {
      const ip = clientAddress(c, trustProxy);
      const browser = await readBrowser(services, c.env.incoming.headers.cookie);
      // A visitor who exceeded the limit of look-ups gets no cached page, because the page must show the limit.
      if (!(await countLookup(services, { ip, browser })).ok) return undefined;
    }
    return cache.get(pageRequest.key);
  }

  const sendAgain = (c: Context<CachedPagesEnv>, pageRequest: PageRequest, page: CachedPage) => {
    services.cacheLookups.hits++;
    return send(services, c, pageRequest, page);
  };

  /**
   * Serves a cached page, before anything expensive runs. If requests for the page count towards a limit, the request
   * goes through the admission first, because counting needs the database. If counting fails, the request continues as
   * if nothing were cached, and the later handlers report the failure.
   */
  const respond: MiddlewareHandler<CachedPagesEnv> = async (c, next) => {
    const pageRequest = pageRequestOf(c);
    if (!pageRequest) return next();
    c.set("pageRequest", pageRequest);
    if (!cache.get(pageRequest.key)) return next();
    let page: CachedPage | undefined;
    const look = async () => void (page = await find(c, pageRequest).catch(() => undefined));
    if (!pageRequest.counted) await look();
    else {
      const refused = await gate.admit(c, look);
      if (refused) return refused;
      pageRequest.wasCounted = true;
    }
    return page ? sendAgain(c, pageRequest, page) : next();
  };

  /** After the admission: serves the cached page, or renders it and caches it unless its data changed meanwhile. */
  const make: MiddlewareHandler<CachedPagesEnv> = async (c, next) => {
    const pageRequest = c.get("pageRequest");
    if (!pageRequest) {
      await next();
      if (isForAnybody(c)) c.res.headers.set("Cache-Control", PUBLIC_CACHE);
      return;
    }
    const page = pageRequest.wasCounted ? undefined : await find(c, pageRequest);
    if (page) return sendAgain(c, pageRequest, page);
    services.cacheLookups.misses++;
    const reading = cache.begin(pageRequest.topic);
    let made: CachedPage | null = null;
    try {
      await next();
      const { res } = c;
      const isPage = res.headers.get("Content-Type")?.startsWith("text/html");
      if (isPage && res.status === 200 && !res.headers.has("Set-Cookie"))
        made = await compress(String((await wholeBody(res)) ?? ""), pageRequest, res, c.get("nonce"), hsts);
      else if (isPage && !(await readBrowser(services, c.env.incoming.headers.cookie)))
        res.headers.append("Set-Cookie", await newBrowserCookie(services));
    } finally {
      cache.end(reading, pageRequest.key, made, made?.body.length ?? 0, pageRequest.forEverybody.until);
    }
    if (made) c.res = await send(services, c, pageRequest, made);
  };

  return { respond, make, size: cache.size };
}

/** True if the site is not locked. False if the lock cannot be read: then no cached page is served. */
async function isOpen(services: Services): Promise<boolean> {
  try {
    return !(await readLock(services)).active;
  } catch {
    return false;
  }
}

async function send(
  services: Services,
  c: Context<CachedPagesEnv>,
  pageRequest: PageRequest,
  page: CachedPage,
): Promise<Response> {
  const { incoming, outgoing } = c.env;
  // A cached page does not use the browser cookie, so the cookie is not verified here. The next uncached page
  // replaces a forged cookie.
  const known = BROWSER.test(incoming.headers.cookie ?? "");
  const cookie = known ? [] : ["Set-Cookie", await newBrowserCookie(services)];
  const same = page.unchanged && isFresh(incoming.headers["if-none-match"], page.etag);
  if (same) outgoing.writeHead(304, [...(page.unchanged ?? []), ...cookie]).end();
  else if (page.tail === null) outgoing.writeHead(200, [...page.headers, ...cookie]).end(page.body);
  else {
    const { after, packed } = page.tail;
    const tail = pageRequest.encoding.end(Buffer.from(randomUUID() + after), packed);
    outgoing.writeHead(200, [...page.headers, ...cookie]).end(Buffer.concat([page.body, tail]));
  }
  return alreadySent(same ? 304 : 200);
}

async function compress(
  html: string,
  pageRequest: PageRequest,
  response: Response,
  nonce: string,
  hsts: Hsts,
): Promise<CachedPage> {
  const { policy, text } = withHashes(html, nonce);
  const cut = pageRequest.forEverybody.formKey ? text.lastIndexOf('value="') + 'value="'.length : text.length;
  const bytes = Buffer.from(text.slice(0, cut));
  const { encoding } = pageRequest;
  const tail = pageRequest.forEverybody.formKey
    ? { after: text.slice(cut), packed: { length: bytes.length, crc: crc32(bytes) } }
    : null;
  const body = ownMemory(tail ? encoding.compressOpen(bytes) : encoding.compress(bytes));
  const end = tail ? encoding.end(Buffer.from(randomUUID() + tail.after), tail.packed).length : 0;
  const etag = tail ? "" : tagOf(bytes, String(pageRequest.forEverybody.loadedAt));
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("Cache-Control", PUBLIC_CACHE);
  headers.set("Vary", "Accept-Encoding, Save-Data, Cookie");
  if (!tail) headers.set("ETag", etag);
  pageHeaders(headers, nonce, hsts);
  const unchanged = tail ? null : headerList(headers, /^content-(?!security)/);
  if (encoding.name) headers.set("Content-Encoding", encoding.name);
  const page: CachedPage = { headers: withLength(headers, body.length + end), unchanged, etag, body, tail };
  if (pageRequest.often)
    void encoding.compressSmallest?.(bytes, tail !== null).then((small) => {
      page.body = ownMemory(small);
      page.headers = withLength(headers, small.length + end);
    });
  return page;
}

/** True if the response is a public page for a visitor without a session. */
function isForAnybody(c: Context<CachedPagesEnv>): boolean {
  const { headers, status } = c.res;
  const { pathname, search } = new URL(c.req.url);
  return (
    (c.req.method === "GET" || c.req.method === "HEAD") &&
    status === 200 &&
    isPublicPage(pathname + search) &&
    isHarmless(c.req.header("Cookie")) &&
    Boolean(headers.get("Content-Type")?.startsWith("text/html"))
  );
}

/**
 * Allows scripts by hash, because a cached page cannot have a nonce. Only scripts with the response's nonce get a hash,
 * so injected scripts stay blocked.
 */
function withHashes(html: string, nonce: string): { text: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = html
    .split(/<script\b/)
    .slice(1)
    .flatMap((part) => {
      const open = part.slice(0, part.indexOf(">"));
      if (!open.includes(mark) || /\bsrc=/.test(open)) return [];
      const code = part.slice(open.length + 1, part.indexOf("</script>"));
      return [`'sha256-${createHash("sha256").update(code).digest("base64")}'`];
    });
  return { text: html.replaceAll(mark, ""), policy: scriptPolicy([...new Set(hashes)]) };
}

/** Returns the ETag of a page without a form. The hash ignores the time of loading, which differs by process. */
function tagOf(bytes: Buffer, loadedAt: string): string {
  const at = bytes.indexOf(loadedAt);
  const parts = at < 0 ? [bytes] : [bytes.subarray(0, at), bytes.subarray(at + loadedAt.length)];
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

function withLength(headers: Headers, length: number): string[] {
  headers.set("Content-Length", String(length));
  return headerList(headers);
}
