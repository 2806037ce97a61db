/**
 * Sends requests from a process of its own, so that its CPU time is separate. Takes its input and prints its result as
 * JSON.
 */
import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { Load, Seen } from "./ask.ts";

const { url, cookie, origin, paths, form, connections, seconds } = JSON.parse(
  process.env["BENCH_LOAD"]!,
) as Load;
let turn = 0;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { host: new URL(origin).host, ...(cookie ? { cookie } : {}) },
  requests: [
    {
      method: form ? "POST" : "GET",
      setupRequest(request) {
        request.path = paths[turn++ % paths.length]!;
        if (form) {
          request.headers = {
            ...request.headers,
            origin,
            "content-type": "application/x-www-form-urlencoded",
          };
          request.body = new URLSearchParams({ ...form, _key: randomUUID() }).toString();
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
