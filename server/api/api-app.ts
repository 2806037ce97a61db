/**
 * API-1, API-2, API-8: the application for the API, which comes before everything that reads a cookie or an origin. The
 * checks are in this order: method, site lock, body size, admission (how many requests run at once), key, rate limit.
 * Failures are problem documents (RFC 9457).
 */
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { API_PATH } from "../../app/developers/endpoints/api-path.ts";
import type { Endpoint } from "../../app/developers/endpoints/endpoint.ts";
import { ENDPOINTS } from "../../app/developers/reference/endpoints.server.ts";
import { problem } from "../../app/developers/endpoints/problem.ts";
import { readLock } from "../../app/company/site-lock/site-lock.server.ts";
import { isDatabaseUnavailable } from "../../app/platform/db/client.server.ts";
import { isInvalidInput } from "../../app/platform/db/invalid-input.server.ts";
import { loggedPath } from "../../app/platform/http/logged-path.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { createAdmission, RETRY_AFTER_SECONDS } from "../http/admission.ts";
import { clientAddress } from "../http/client-address.ts";
import { bareHeaders, type Hsts } from "../http/headers.ts";
import { readBody } from "../http/read-body.ts";
import { recordOf } from "../http/request-record.ts";
import { answerEndpoint } from "./answer-endpoint.ts";
import { identify } from "./identify.ts";
import { respondProblem, type ApiEnv } from "./respond-problem.ts";

export type ApiOptions = { services: Services; trustProxy: number; hsts: Hsts };

const BODY_LIMIT = 64 * 1024;
/** The time limit until a response begins. A batch may take longer. */
const ANSWER_MS = 10_000;
const BATCH_MS = 55_000;
/**
 * The limits for requests of programs. They are separate from the limits for pages, and lower, so that a batch of
 * requests does not delay people.
 */
const ADMISSION = { running: 6, waitingPerAddress: 200, waiting: 500, waitMs: 5000 };

const routeOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
/** Sorts paths without parameters first, because Hono uses the first path that matches. */
const byParameters = (a: Endpoint, b: Endpoint): number =>
  a.path.split("{").length - b.path.split("{").length;

export function createApi({ services, trustProxy, hsts }: ApiOptions): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  const headers = Object.entries(bareHeaders(hsts));
  const admission = createAdmission(ADMISSION);

  api.use(async (c, next) => {
    c.set("ip", clientAddress(c, trustProxy));
    c.set("requestId", recordOf(c).id);
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has("X-Request-Id")) c.res.headers.set("X-Request-Id", c.get("requestId"));
  });
  api.onError((error, c) => {
    const response = respondToApiError(c, error, services);
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
    return response;
  });

  for (const [path, endpoints] of Map.groupBy(ENDPOINTS.toSorted(byParameters), routeOf)) {
    const methods = endpoints.map(({ method }) => method.toUpperCase());
    const open = endpoints.some(({ access }) => access === "none");
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), ...(open ? ["OPTIONS"] : [])];
    if (open) api.use(path, openToPages);
    if (open) api.options(path, (c) => preflight(c, methods));
    for (const endpoint of endpoints)
      api.on(
        endpoint.method.toUpperCase(),
        path,
        refuseKeyOfPage,
        refuseWhileLocked(services),
        takeBody(endpoint),
        admit(admission),
        identify(services, endpoint),
        (c) => inTime(c, endpoint, answerEndpoint(c, endpoint)),
      );
    api.all(path, (c) => {
      const text = `Use ${methods.join(" or ")} here.`;
      return respondProblem(c, problem(405, "method_not_allowed", text), { Allow: allow.join(", ") });
    });
  }
  api.all("*", (c) =>
    respondProblem(
      c,
      problem(404, "no_such_endpoint", `There is no such address below ${API_PATH}. See /developers.`),
    ),
  );
  return api;
}

/**
 * Lets pages of other sites read these endpoints. The requests of such a page have no cookie and no API key of this
 * product.
 */
const openToPages: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  c.res.headers.set("Access-Control-Allow-Origin", "*");
  c.res.headers.set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
  c.res.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
};

function preflight(c: Context<ApiEnv>, methods: readonly string[]): Response {
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400",
  });
}

/**
 * Refuses a request that has both an Origin header and an API key: it comes from a web page, where everybody can read
 * the key.
 */
const refuseKeyOfPage: MiddlewareHandler<ApiEnv> = (c, next) => {
  if (!c.req.header("Origin") || !c.req.header("Authorization")) return next();
  const text =
    "A key has no place in a page: everybody can read it there. Call us from your server, and revoke this key.";
  return Promise.resolve(respondProblem(c, problem(403, "key_in_a_page", text)));
};

const refuseWhileLocked =
  (services: Services): MiddlewareHandler<ApiEnv> =>
  async (c, next) =>
    (await readLock(services)).active
      ? respondProblem(c, problem(423, "locked", "The site is locked now. Try again later; webhooks go on."))
      : next();

const takeBody =
  ({ body: schema, bodyLimit = BODY_LIMIT }: Endpoint): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const body = await readBody(c.req.raw, bodyLimit);
    if ("refused" in body)
      return body.refused === "too large"
        ? respondProblem(c, problem(413, "too_large", `Send at most ${bodyLimit / 1024} KB.`))
        : respondProblem(c, problem(400, "broken_body", "The body did not arrive whole. Send it again."));
    if (schema && body.bytes && !/^application\/json\b/i.test(c.req.header("Content-Type") ?? ""))
      return respondProblem(c, problem(415, "not_json", "Send JSON, with Content-Type: application/json."));
    c.set("body", body.bytes);
    return next();
  };

const admit =
  (admission: ReturnType<typeof createAdmission>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const leave = await admission.enter(c.get("ip"), false, () => c.req.raw.signal);
    if (!leave)
      return respondProblem(
        c,
        problem(503, "busy", "Many programs are here right now. Try again in a moment."),
        {
          "Retry-After": String(RETRY_AFTER_SECONDS),
        },
      );
    try {
      await next();
    } finally {
      leave();
    }
    return undefined;
  };

/**
 * Responds with a problem if the work takes too long. The work may still finish; the idempotency key makes a repeat
 * safe.
 */
async function inTime(
  c: Context<ApiEnv>,
  { bodyLimit }: Endpoint,
  answer: Promise<Response>,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), bodyLimit ? BATCH_MS : ANSWER_MS);
  });
  const first = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  if (first) return first;
  answer.catch(() => {});
  const text = "We could not answer in time. Send it again with the same idempotency key.";
  return respondProblem(c, problem(503, "too_late", text), { "Retry-After": "5" });
}

function respondToApiError(c: Context<ApiEnv>, error: unknown, { log }: Services): Response {
  const unavailable = isDatabaseUnavailable(error);
  const invalid = isInvalidInput(error);
  log.error(
    { err: error, path: loggedPath(c.req.path), method: c.req.method, id: c.get("requestId") },
    unavailable ? "database unavailable" : invalid ? "invalid input" : "request of a program broke",
  );
  if (invalid)
    return respondProblem(
      c,
      problem(422, "invalid", "Something in the request is not text that we can keep."),
    );
  if (unavailable)
    return respondProblem(
      c,
      problem(503, "unavailable", "We cannot reach our records now. Try again in a moment."),
      {
        "Retry-After": "5",
      },
    );
  return respondProblem(
    c,
    problem(500, "internal", "Something went wrong on our side. We have been told about it."),
  );
}
