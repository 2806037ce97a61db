/**
 * The web application: the middleware of every response, and the routes behind the middleware. Longer than 250 lines
 * because it shows the order of all middleware in one place.
 */
import { randomBytes } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  disconnectContext,
  ipContext,
  nonceContext,
  notePrincipalContext,
  ownMachineContext,
  pageForAllContext,
  requestIdContext,
  servicesContext,
  errorContext,
  type ErrorState,
} from "../app/platform/context.ts";
import { isDatabaseUnavailable } from "../app/platform/db/client.server.ts";
import { isInvalidInput } from "../app/platform/db/invalid-input.server.ts";
import { forgetKept, withKeptForm } from "../app/access/kept-forms.server.ts";
import { respondToLockWatch } from "../app/company/site-lock/site-lock-guard.server.ts";
import { LOCK_ADDRESS } from "../app/company/site-lock/watch-lock.ts";
import { loggedPath } from "../app/platform/http/logged-path.ts";
import { plainQuery } from "../app/text/plain-input.ts";
import { PAYSTACK_MESSAGES } from "../app/platform/online-payments/paystack.server.ts";
import { TERMII_REPORTS } from "../app/platform/phone-channels/termii.server.ts";
import { WHATSAPP_REPORTS } from "../app/platform/phone-channels/whatsapp.server.ts";
import type { Services } from "../app/platform/services.server.ts";
import { API_PATH } from "../app/developers/endpoints/api-path.ts";
import { openApiDocument } from "../app/developers/reference/openapi.server.ts";
import { createApi, type ApiOptions } from "./api/api-app.ts";
import { respondWidget, WIDGET } from "./api/tracking-widget.ts";
import { createGate, type Gate } from "./http/admission.ts";
import { compress } from "./http/compress.ts";
import { clientAddress } from "./http/client-address.ts";
import { deadline } from "./http/deadline.ts";
import { bareHeaders, type Hsts, hstsOf, pageHeaders } from "./http/headers.ts";
import { createCachedPages } from "./cache/cached-pages.ts";
import type { CachedPagesEnv } from "./cache/page-request.ts";
import { respondMetrics, type MetricsSource } from "./observe/metrics-page.ts";
import { isStoryWanted } from "../app/access/is-demo.server.ts";
import { isFromOwnMachine } from "./http/own-machine.ts";
import { ownRequest } from "./http/own-request.ts";
import { answerCheck, receiveReports } from "./http/report-webhooks.ts";
import { receivePaymentMessage } from "./http/payment-webhook.ts";
import { respondPlainly, plainPage, plainRefusal, withRequestId } from "./http/plain-page.ts";
import { FORM_LIMIT, readBody, UPLOAD_LIMIT } from "./http/read-body.ts";
import { recordOf } from "./http/request-record.ts";
import { createAreaHandler } from "./http/route-areas.ts";
import { routePatterns } from "./http/route-patterns.ts";
import { sameOrigin } from "./http/same-origin.ts";
import { sendWhole } from "./http/send-whole.ts";
import { respondSecurityTxt, SECURITY_TXT } from "./http/security-txt.ts";
import { roleByServices, sameForRole, shareReloads } from "./cache/shared-reloads.ts";
import { brandPictures } from "./http/brand-pictures.ts";
import { staticFiles } from "./http/static-files.ts";

export { createServices } from "./services.ts";
/**
 * Loads the tracing module, which is needed only if there is a collector. The build contains the module's packages, so
 * nobody has to install them.
 */
export const startTracing = async (endpoint: string) =>
  (await import("./observe/tracing.ts")).startTracing(endpoint);
/**
 * Writes the demo's data if the database has a request for this data. The module that writes the data is loaded only in
 * this case.
 */
export const tellStory = async (services: Services, signal?: AbortSignal): Promise<boolean> =>
  (await isStoryWanted(services)) && (await import("./demo/tell-story.ts")).tellStory(services, signal);
export const patternOf = routePatterns(build.routes);
const isSameForRole = sameForRole(build.routes);

export type AppOptions = {
  services: Services;
  /** The number of our own proxies in front of this server. Their X-Forwarded-For entries are trusted. */
  trustProxy?: number;
  hstsSubdomains?: boolean;
  ready?: () => Promise<boolean>;
  /** The folder of the built client files. Not set in development, because Vite serves the sources. */
  clientFiles?: string;
  /** The admission of requests, shared with the HTTP server in front of the app. */
  gate?: Gate;
  /** The URI for reports of vulnerabilities. Not set without SECURITY_CONTACT. */
  securityContact?: string;
  metrics?: MetricsSource;
  /** Makes the stack of an error readable in development. */
  onError?: (error: unknown) => void;
};

type Env = CachedPagesEnv & {
  Variables: CachedPagesEnv["Variables"] & { body: Uint8Array<ArrayBuffer> | null };
};

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** Pages that may have a button to the checkout of online payments. */
const PAYS_ONLINE = /^\/(track$|receipts\/|r\/)/;
/** Paths whose forms may carry a file. */
const UPLOADS =
  /^\/(store\/dashboard\/|book\/bulk$|rider\/pictures\b|admin\/(?:payments\/statements|bookings\/bulk|company|riders)\b)/;

export function createApp(options: AppOptions) {
  const { services, trustProxy = 0, hstsSubdomains = false, ready, clientFiles, metrics, onError } = options;
  const gate = options.gate ?? createGate(trustProxy);
  const hsts = hstsOf(services.secure, hstsSubdomains);
  const app = new Hono<Env>();
  app.use(sendWhole);
  const handle = clientFiles
    ? createAreaHandler(build, import.meta.env.MODE)
    : createRequestHandler(build, import.meta.env.MODE);
  openRoutes(app, { services, trustProxy, hsts });
  // Without built files, as in development, no page is cached, so that every page shows the current sources.
  const cachedPages = clientFiles ? createCachedPages(services, { hsts, trustProxy, gate }) : null;
  if (cachedPages) app.use(cachedPages.respond);

  app.use(async (c, next) => {
    c.set("nonce", randomBytes(16).toString("base64"));
    await next();
    // The forms of pages in PAYS_ONLINE lead to the checkout of online payments (ONLINE-1).
    const checkout = PAYS_ONLINE.test(c.req.path) && services.online?.checkoutOrigin;
    pageHeaders(c.res.headers, c.get("nonce"), hsts, checkout ? [checkout] : []);
  });

  app.onError((error, c) => respondToError(c, error, { services, hsts, onError }));

  app.use(refuseMethods);
  const late = (path: string, method: string) =>
    services.log.warn({ path: loggedPath(path), method }, "no response in time");
  app.use(deadline(late, { uploads: UPLOADS }));

  app.get("/healthz", (c) => c.text("ok", 200, { "Cache-Control": "no-store" }));
  app.get("/readyz", async (c) => {
    const serving = ready ? await ready().catch(() => false) : true;
    return c.text(serving ? "ready" : "not ready", serving ? 200 : 503, { "Cache-Control": "no-store" });
  });

  // A locked site still serves this file, because the file contains only a contact.
  app.get(SECURITY_TXT, (c, next) => respondSecurityTxt(c, next, services, options.securityContact));

  if (metrics) app.get("/metrics", (c, next) => respondMetrics(c, next, metrics));

  app.use(brandPictures(services));
  if (clientFiles) app.use(staticFiles(clientFiles));

  // Open pages poll this URL for the site lock. The route comes before every session check, because the
  // response must be cheap and must not count as activity.
  app.get(LOCK_ADDRESS, (c) => respondToLockWatch(services, c.req.raw));

  // React Router must not convert a live stream into data, because a live stream never ends.
  app.all("/live/:rest{.+\\.data}", (c) => c.notFound());

  // The providers' messages come before the origin check, because a signature protects them.
  app.post(PAYSTACK_MESSAGES, (c) => receivePaymentMessage(c, services));
  app.post(TERMII_REPORTS, (c) => receiveReports(c, services, "sms"));
  app.post(WHATSAPP_REPORTS, (c) => receiveReports(c, services, "whatsapp"));
  app.get(WHATSAPP_REPORTS, (c) => answerCheck(c, services));

  app.use(sameOrigin(services.origin));
  app.use(takeBody);
  app.use(
    shareReloads({ trustProxy, roleOf: roleByServices(services, trustProxy, isSameForRole, gate.isStaff) }),
  );
  app.use(compress);
  // The admission comes after the body is read, so that a slow upload takes no place from other requests.
  app.use(gate.admit);
  if (cachedPages) app.use(cachedPages.make);

  app.all("*", (c) => respondByRoute(c, { services, trustProxy, gate, handle }));

  return Object.assign(app, { cachedPages: () => cachedPages?.size() ?? { pages: 0, bytes: 0 } });
}

/** Adds the API, the API's document and the widget. They read no cookie, so pages of other sites may use them. */
function openRoutes(app: Hono<Env>, { services, trustProxy, hsts }: ApiOptions): void {
  app.route(API_PATH, createApi({ services, trustProxy, hsts }));
  app.get("/api/openapi.json", compress, (c) =>
    c.json(openApiDocument(services.origin, services.version), 200, {
      ...bareHeaders(hsts),
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    }),
  );
  app.get(WIDGET, (c) => respondWidget(c, services, clientAddress(c, trustProxy), hsts));
}

const takeBody: MiddlewareHandler<Env> = async (c, next) => {
  const body = await readBody(c.req.raw, UPLOADS.test(c.req.path) ? UPLOAD_LIMIT : FORM_LIMIT);
  if ("refused" in body)
    return body.refused === "too large"
      ? plainRefusal.tooLarge(c)
      : respondPlainly(c, plainPage.invalid, 400);
  c.set("body", body.bytes);
  return next();
};

const refuseMethods: MiddlewareHandler = (c, next) =>
  METHODS.has(c.req.method)
    ? next()
    : Promise.resolve(respondPlainly(c, plainPage.wrongMethod, 405, { Allow: "GET, HEAD, POST" }));

type Failing = Pick<AppOptions, "services" | "onError"> & { hsts: Hsts };

function respondToError(c: Context<Env>, error: unknown, { services, hsts, onError }: Failing): Response {
  const unavailable = isDatabaseUnavailable(error);
  const invalid = isInvalidInput(error);
  if (!unavailable && !invalid) onError?.(error);
  services.log.error(
    { err: error, path: loggedPath(c.req.path), method: c.req.method, id: recordOf(c).id },
    unavailable ? "database unavailable" : invalid ? "invalid input" : "failed",
  );
  const page = unavailable ? plainPage.busy : invalid ? plainPage.invalid : plainPage.failed;
  const headers = unavailable ? { "Retry-After": "5" } : undefined;
  const status = unavailable ? 503 : invalid ? 400 : 500;
  const response = respondPlainly(c, page, status, headers);
  pageHeaders(response.headers, c.get("nonce"), hsts);
  return response;
}

type Routing = {
  services: Services;
  trustProxy: number;
  gate: Gate;
  handle: ReturnType<typeof createRequestHandler>;
};

/** Gets React Router's response, and records the kind of person that the route's guards found. */
async function respondByRoute(c: Context<Env>, routing: Routing): Promise<Response> {
  const { services, trustProxy, gate, handle } = routing;
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(nonceContext, c.get("nonce"));
  context.set(ipContext, clientAddress(c, trustProxy));
  context.set(ownMachineContext, isFromOwnMachine(c));
  context.set(disconnectContext, () => (c.env as Partial<Env["Bindings"]> | undefined)?.outgoing?.destroy());
  const errorState: ErrorState = { databaseUnavailable: false, invalidInput: false };
  context.set(errorContext, errorState);
  const record = recordOf(c);
  context.set(requestIdContext, record.id);
  context.set(notePrincipalContext, (kind) => {
    record.principal = kind;
    gate.noteStaff(c.req.header("Cookie"), kind === "staff");
  });
  const pageRequest = c.get("pageRequest");
  if (pageRequest) context.set(pageForAllContext, pageRequest.forEverybody);
  const own = pageRequest
    ? new Request(services.origin + plainQuery(pageRequest.address), { headers: pageRequest.headers })
    : ownRequest(c.req.raw, services.origin, c.get("body"));
  const request = pageRequest ? own : await withKeptForm(services, own, context);
  const response = await handle(request, context);
  const isSent = own.method === "POST" && record.principal !== "guest" && response.status < 400;
  const forgotten = await forgetKept(services, own, context, isSent);
  if (forgotten) response.headers.append("Set-Cookie", forgotten);
  // A 405 of a page gets its Allow header here, because only React Router knows which routes have no action.
  if (response.status === 405) response.headers.set("Allow", "GET, HEAD");
  if (!errorState.databaseUnavailable && !errorState.invalidInput) return response;
  // React Router reports every error as a 500. Two errors are no bugs: an unavailable database, and an invalid value in
  // the request.
  const html = response.headers.get("Content-Type")?.startsWith("text/html");
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  if (errorState.databaseUnavailable) headers.set("Retry-After", "5");
  const page = errorState.databaseUnavailable ? plainPage.busy : plainPage.invalid;
  const status = errorState.databaseUnavailable ? 503 : 400;
  return new Response(html ? withRequestId(page, record.id) : response.body, { status, headers });
}
