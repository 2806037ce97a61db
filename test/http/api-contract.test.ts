/**
 * API-2: every endpoint gets random valid and broken requests. Each response has a declared status and fits its schema.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemShape } from "../../app/developers/endpoints/schemas.ts";
import { ENDPOINTS } from "../../app/developers/reference/endpoints.server.ts";
import { problemStatuses } from "../../app/developers/reference/openapi.server.ts";
import type { Endpoint } from "../../app/developers/endpoints/endpoint.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note, times } from "../fixtures/long.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
await publishPrices(app);
const { key } = await makeKey(await app.customer("ada@example.com"));
const code = String((await bookByApi(app, key, { ...NEW_BOOKING_EXAMPLE, reference: "first" })).json["code"]);

/** Values that replace a part of a request: of another type, empty, very long, or with unusual characters. */
const odd = fc.oneof(
  fc.constantFrom(
    null,
    "",
    0,
    -1,
    1e9,
    true,
    [],
    {},
    "x".repeat(1000),
    "\u0000",
    "\ud800",
    "🚚",
    "<b>",
    "'; --",
  ),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.jsonValue(),
);

/** A copy of an example with one part replaced, removed or added. */
function broken(value: unknown, place: number, by: unknown): unknown {
  if (typeof value !== "object" || value === null) return by;
  const entries = Object.entries(value);
  if (entries.length === 0 || place % 7 === 6) return { ...value, [`odd${place}`]: by };
  const at = place % entries.length;
  const [name, inner] = entries[at]!;
  if (place % 5 === 4) return Object.fromEntries(entries.filter((_, n) => n !== at));
  const deeper = broken(inner, Math.floor(place / entries.length), by);
  return Array.isArray(value) ? [deeper] : { ...value, [name]: deeper };
}

const request = (endpoint: Endpoint) =>
  fc.record({
    place: fc.nat(10_000),
    by: odd,
    whole: fc.boolean(),
    code: fc.constantFrom(code, "OD00000000NG", "nonsense", "%00", "x".repeat(60)),
    query: fc.oneof(
      fc.constant(""),
      fc.constantFrom("?limit=1", "?limit=x", "?cursor=!!", "?odd=1", `?codes=${code}`),
    ),
    idempotencyKey: fc.oneof(fc.uuid(), fc.constantFrom("", "same")),
    keyed: fc.constantFrom(key, key, key, null, "ona_live_wrong"),
    example: fc.constantFrom(...Object.values(endpoint.examples ?? { none: {} })),
  });

let asked = 0;
let good = 0;

test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  "[API-2] %s",
  async (_, endpoint) => {
    const declared = new Set([endpoint.success.status, ...problemStatuses(endpoint)]);
    await fc.assert(
      fc.asyncProperty(
        request(endpoint),
        async ({ place, by, whole, example, keyed, idempotencyKey, ...at }) => {
          const path = endpoint.path.replaceAll(/\{\w+\}/g, at.code) + at.query;
          const fresh = "reference" in example ? { ...example, reference: crypto.randomUUID() } : example;
          const body = endpoint.body ? (whole ? fresh : broken(fresh, place, by)) : undefined;
          const headers: Record<string, string> = idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {};
          const answer = await callApi(app, keyed, endpoint.method.toUpperCase(), path, { body, headers });
          expect([...declared], JSON.stringify(answer.json)).toContain(answer.status);
          expect(answer.status).toBeLessThan(500);
          const schema = answer.status >= 400 ? problemShape : endpoint.success.schema;
          if (schema && answer.status !== 204) {
            const fits = schema.safeParse(answer.json);
            expect(fits.error?.issues, JSON.stringify(answer.json)).toBeUndefined();
          }
          asked++;
          if (answer.status < 400) good++;
        },
      ),
      { numRuns: times(12, 60) },
    );
  },
);

test("[API-2] the random requests meet success and refusal", () => {
  note("Random requests to the API", { requests: asked, successes: good });
  // On average a tenth of the requests succeed. In a short run it may be far fewer.
  expect(good).toBeGreaterThan(asked / 50);
  expect(good).toBeLessThan(asked);
});
