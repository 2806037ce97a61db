/**
 * Sends requests from a process of its own, so that its CPU time is separate. Takes its input and prints its result as
 * JSON.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Load, Seen } from "./ask.ts";
import { chromeHeaders, personOf } from "./browser-headers.ts";

const {
  url,
  cookies = [],
  origin,
  paths,
  form,
  encodings,
  connections,
  requests: amount,
  from,
} = JSON.parse(readFileSync(process.env["BENCH_LOAD"]!, "utf8")) as Load;
const known = cookies.length > 0;
const headers: Record<string, string> = {
  ...chromeHeaders(known || form ? "same-origin" : "none", encodings),
  host: new URL(origin).host,
  ...(form && { origin, "content-type": "application/x-www-form-urlencoded" }),
};
let turn = from;
const result = await autocannon({
  url,
  connections,
  amount,
  // A busy machine is slow, not wrong.
  timeout: 60,
  requests: [
    {
      method: form ? "POST" : "GET",
      setupRequest(request) {
        const n = turn++;
        const { address, email } = personOf(n);
        request.path = paths[n % paths.length]!;
        request.headers = { ...headers, "x-forwarded-for": address };
        const cookie = cookies[n % cookies.length];
        if (cookie) request.headers["cookie"] = cookie;
        if (form) {
          const fields = new URLSearchParams({ ...form, idempotencyKey: randomUUID() });
          if (fields.has("senderEmail")) fields.set("senderEmail", email);
          request.body = fields.toString();
        }
        return request;
      },
    },
  ],
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    // A booking succeeds with a redirect, a look-up with 200.
    wrong: form ? result.requests.total - result["3xx"] : result.non2xx,
    errors: result.errors,
  } satisfies Seen),
);
