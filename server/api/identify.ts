/** API-1: finds the key of a request, and counts the request towards the key's limit. */
import type { Context, MiddlewareHandler } from "hono";
import { REQUESTS_PER_KEY } from "../../app/developers/endpoints/api-limits.ts";
import type { Endpoint } from "../../app/developers/endpoints/endpoint.ts";
import { problem, refused } from "../../app/developers/endpoints/problem.ts";
import { bearerOf, readApiClient } from "../../app/developers/keys/read-api-client.server.ts";
import { MINUTE, rateLimit } from "../../app/platform/limits/rate-limit.ts";
import { refuseTooMany, type CountedLimit } from "../../app/platform/limits/rate-limiter.server.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { respondProblem, type ApiEnv } from "./respond-problem.ts";

/** Limits the unknown API keys that one IP address may send. */
const WRONG_KEYS_PER_IP = rateLimit("apiKeyMissesPerIp", 60, 10 * MINUTE);

const NO_KEY = "Send your key: Authorization: Bearer ona_live_… Keys are made at /profile/developers.";
const WRONG_KEY = "This is no key of ours, or it was revoked. Keys are made at /profile/developers.";
const CHALLENGE = { "WWW-Authenticate": 'Bearer realm="api"' };

export const identify =
  (services: Services, { access }: Endpoint): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    c.set("services", services);
    c.set("caller", null);
    const header = c.req.header("Authorization");
    if (header === undefined && access === "none") return next();
    if (header === undefined) return respondProblem(c, problem(401, "no_key", NO_KEY), CHALLENGE);
    const text = bearerOf(header);
    const client = text && (await readApiClient(services, text, c.get("ip")));
    if (!client) return refuseKey(c, services);
    const limit = await services.limits.count(REQUESTS_PER_KEY, client.keyId);
    if (!limit.ok) {
      const wait = { retryAfterSeconds: limit.resetSeconds };
      return respondProblem(
        c,
        refused(refuseTooMany("This key sends too many requests.", wait)),
        limitHeaders(limit),
      );
    }
    if (client.mode === "test") {
      if (!services.sandbox)
        return respondProblem(c, problem(503, "no_sandbox", "Test keys are not available here now."));
      c.set("services", await services.sandbox.admit(client));
    }
    c.set("caller", client);
    await next();
    for (const [name, value] of Object.entries(limitHeaders(limit))) c.res.headers.set(name, value);
    return undefined;
  };

/** Refuses a wrong key. An IP address that sent many wrong keys must wait. */
async function refuseKey(c: Context<ApiEnv>, { limits }: Services): Promise<Response> {
  const misses = await limits.consume(WRONG_KEYS_PER_IP, c.get("ip"));
  return misses.ok
    ? respondProblem(c, problem(401, "wrong_key", WRONG_KEY), CHALLENGE)
    : respondProblem(c, refused(refuseTooMany("Too many wrong keys came from your address.", misses)));
}

/** Returns the headers RateLimit-Policy and RateLimit, as the IETF's draft about rate limits defines them. */
const limitHeaders = ({ limit, left, resetSeconds, duration }: CountedLimit): Record<string, string> => ({
  "RateLimit-Policy": `"key";q=${limit};w=${duration}`,
  RateLimit: `"key";r=${left};t=${resetSeconds}`,
});
