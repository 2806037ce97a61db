/**
 * The web application: what every response passes through, and the routes behind it. Tests start exactly this.
 * Hono carries the headers, the limits of a request and the static files; React Router carries the product.
 */
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { ipContext, nonceContext, servicesContext, troubleContext } from "../app/context.ts";
import { isDatabaseAway } from "../app/db/client.server.ts";
import { answerLockWatch } from "../app/site-lock/site-lock-guard.server.ts";
import { LOCK_ADDRESS } from "../app/site-lock/watch-lock.ts";
import type { Services } from "../app/services.server.ts";
import { compress } from "./compress.ts";
import { clientAddress } from "./client-address.ts";
import { pageHeaders } from "./headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { plainPage, plainRefusal } from "./plain-page.ts";

export { createServices } from "./services.ts";

export type AppOptions = {
  services: Services;
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustProxy?: number;
  /** Whether the product can serve now: database reachable, migrations done. */
  ready?: () => Promise<boolean>;
  /** The folder of built client files; absent where a dev server serves them. */
  clientFiles?: string;
  /** How to make an error's stack readable in development. */
  onError?: (error: unknown) => void;
};

type Env = { Variables: { nonce: string } };

const FORM_LIMIT = 256 * 1024;
const UPLOAD_LIMIT = 6 * 1024 * 1024;
/** Paths whose forms may carry a file. */
const UPLOADS = /^\/store\/dashboard\//;

export function createApp({ services, trustProxy = 0, ready, clientFiles, onError }: AppOptions) {
  const app = new Hono<Env>();
  const handle = createRequestHandler(build, import.meta.env.MODE);

  app.use(async (c, next) => {
    c.set("nonce", randomBytes(16).toString("base64"));
    await next();
    pageHeaders(c.res.headers, c.get("nonce"), services.secure);
  });

  app.onError((error, c) => {
    const away = isDatabaseAway(error);
    if (!away) onError?.(error);
    services.log.error(
      { err: error, path: c.req.path, method: c.req.method },
      away ? "database away" : "failed",
    );
    const page = away ? plainPage.busy : plainPage.failed;
    const headers = away ? { "Retry-After": "5" } : undefined;
    const answer = c.html(page, away ? 503 : 500, headers);
    pageHeaders(answer.headers, c.get("nonce"), services.secure);
    return answer;
  });

  app.get("/healthz", (c) => c.text("ok", 200, { "Cache-Control": "no-store" }));
  app.get("/readyz", async (c) => {
    const serving = ready ? await ready().catch(() => false) : true;
    return c.text(serving ? "ready" : "not ready", serving ? 200 : 503, { "Cache-Control": "no-store" });
  });

  if (clientFiles) {
    app.use(
      "/assets/*",
      serveStatic({
        root: clientFiles,
        precompressed: true,
        onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable"),
      }),
    );
    // Known once: asking the disk about every page's path would cost more than most pages' data.
    const names = new Set(readdirSync(clientFiles).map((name) => `/${name}`));
    const serve = serveStatic({
      root: clientFiles,
      precompressed: true,
      onFound: (_path, c) => c.header("Cache-Control", "public, max-age=3600"),
    });
    app.use((c, next) => (names.has(c.req.path) ? serve(c, next) : next()));
  }

  // Before everything that knows who asks: it must be cheap, and must keep no idle session alive.
  app.get(LOCK_ADDRESS, (c) => answerLockWatch(services, c.req.raw));

  app.use(sameOrigin(services.origin));
  app.use((c, next) =>
    bodyLimit({
      maxSize: UPLOADS.test(c.req.path) ? UPLOAD_LIMIT : FORM_LIMIT,
      onError: () => plainRefusal.tooLarge(c),
    })(c, next),
  );
  app.use(compress);

  app.all("*", async (c) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(nonceContext, c.get("nonce"));
    context.set(ipContext, clientAddress(c, trustProxy));
    const trouble = { databaseAway: false };
    context.set(troubleContext, trouble);
    const answer = await handle(ownRequest(c.req.raw, services.origin), context);
    if (!trouble.databaseAway) return answer;
    // React Router calls every error 500; this one passes by itself, and says when to come again.
    const html = answer.headers.get("Content-Type")?.startsWith("text/html");
    const headers = new Headers(answer.headers);
    headers.delete("Content-Length");
    headers.set("Retry-After", "5");
    return new Response(html ? plainPage.busy : answer.body, { status: 503, headers });
  });

  return app;
}

/** The request as if it had come to APP_ORIGIN: what a Host header says decides nothing (security.md 7). */
function ownRequest(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("host", new URL(origin).host);
  headers.delete("x-forwarded-host");
  // sameOrigin has judged the Origin; behind it there is one name for ourselves.
  if (headers.has("origin")) headers.set("origin", origin);
  const init: RequestInit & { duplex?: "half" } = { method: request.method, headers, signal: request.signal };
  if (request.body) {
    init.body = request.body;
    init.duplex = "half";
  }
  return new Request(origin + pathname.replace(/^\/+/, "/") + search, init);
}
