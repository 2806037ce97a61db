/**
 * Sends requests from a process of its own, so that its CPU time is separate. Takes its input and prints its result as
 * JSON.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Asking, Load, Seen } from "./ask.ts";
import { chromeHeaders, personOf } from "./browser-headers.ts";

const {
  url,
  origin,
  asked,
  encodings,
  rate,
  connections,
  requests: amount,
  from,
} = JSON.parse(readFileSync(process.env["BENCH_LOAD"]!, "utf8")) as Load;
let turn = from;
let forms = 0;

function requestOf({ paths, cookies = [], form }: Asking): autocannon.Request {
  const headers: Record<string, string> = {
    ...chromeHeaders(cookies.length > 0 || form ? "same-origin" : "none", encodings),
    host: new URL(origin).host,
    ...(form && { origin, "content-type": "application/x-www-form-urlencoded" }),
  };
  return {
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
    onResponse() {
      if (form) forms++;
    },
  };
}

const result = await autocannon({
  url,
  connections,
  amount,
  ...(rate && { overallRate: rate }),
  // A busy machine is slow, not wrong.
  timeout: 60,
  requests: asked.map(requestOf),
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    // A booking succeeds with a redirect, a look-up with 200.
    wrong: Math.abs(result["3xx"] - forms) + Math.abs(result["2xx"] + forms - result.requests.total),
    failed: result["5xx"],
    errors: result.errors,
  } satisfies Seen),
);
