/**
 * Sends requests from a separate process, so that its CPU time is separate. Reads the load from the file that
 * BENCH_LOAD names, and prints the measurements as JSON.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import type { Asking, Load, Seen } from "./ask.ts";
import { chromeHeaders, personOf } from "./browser-headers.ts";
import { quantile } from "./report.ts";

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
type Sent = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };

/**
 * Returns a function that writes requests of one kind. Each request comes from the next person, and goes to the next
 * path.
 */
function writerOf({ paths, cookies = [], form, json, program }: Asking): () => Sent {
  const common: Record<string, string> = {
    ...chromeHeaders(cookies.length > 0 || form ? "same-origin" : "none", encodings),
    host: new URL(origin).host,
    ...(form && { origin, "content-type": "application/x-www-form-urlencoded" }),
    ...(json && { "content-type": "application/json" }),
    ...program,
  };
  return () => {
    const n = turn++;
    const { address, email } = personOf(n);
    const cookie = cookies[n % cookies.length];
    const headers = { ...common, "x-forwarded-for": address, ...(cookie && { cookie }) };
    const path = paths[n % paths.length]!;
    if (program?.["idempotency-key"] === "") Object.assign(headers, { "idempotency-key": randomUUID() });
    const body = json?.[n % json.length];
    if (body) return { method: "POST", path, headers, body };
    if (!form) return { method: "GET", path, headers };
    const fields = new URLSearchParams({ ...form, idempotencyKey: randomUUID() });
    if (fields.has("senderEmail")) fields.set("senderEmail", email);
    return { method: "POST", path, headers, body: fields.toString() };
  };
}

/** Sends requests over all connections. Each connection sends its next request once its last one is answered. */
async function flatOut(): Promise<Seen> {
  let forms = 0;
  const requests = asked.map((asking): autocannon.Request => {
    const write = writerOf(asking);
    return {
      method: asking.form || asking.json ? "POST" : "GET",
      setupRequest: (request) => Object.assign(request, write()),
      onResponse() {
        if (asking.form) forms++;
      },
    };
  });
  // `failed` counts the responses with a 503, which an overloaded product sends. `wrong` counts these and all other
  // wrong responses.
  const result = await autocannon({ url, connections, amount, timeout: 60, requests });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    // The right response to a form is a redirect, and to any other request a 200.
    wrong: Math.abs(result["3xx"] - forms) + Math.abs(result["2xx"] + forms - result.requests.total),
    failed: result["5xx"],
    errors: result.errors,
  };
}

/**
 * Sends requests at even intervals, whether earlier ones were answered or not. The response time counts from the moment
 * at which the request was due.
 */
async function paced(everyMs: number): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const writers = asked.map(writerOf);
  const seen = { wrong: 0, failed: 0, errors: 0 };
  const times: number[] = [];
  const begun = performance.now();
  const send = (n: number) =>
    new Promise<void>((done) => {
      const { body, ...sent } = writers[n % writers.length]!();
      const failed = () => {
        seen.errors++;
        done();
      };
      const length = body && { "content-length": Buffer.byteLength(body) };
      request({ hostname, port, agent, ...sent, headers: { ...sent.headers, ...length } }, (response) => {
        const { statusCode = 0 } = response;
        if (statusCode >= 500) seen.failed++;
        if (statusCode !== (body ? 302 : 200)) seen.wrong++;
        response.resume().on("error", failed);
        response.on("end", () => {
          times.push(performance.now() - begun - n * everyMs);
          done();
        });
      })
        .on("error", failed)
        .end(body);
    });
  const under: Promise<void>[] = [];
  for (let n = 0; n < amount; n++) {
    const early = n * everyMs - (performance.now() - begun);
    if (early > 0) await sleep(early);
    under.push(send(n));
  }
  await Promise.all(under);
  agent.destroy();
  const seconds = (performance.now() - begun) / 1000;
  const at = (q: number) => Math.round(quantile(times, q));
  return { requests: times.length, seconds, p50: at(0.5), p99: at(0.99), ...seen };
}

console.log(JSON.stringify(await (rate ? paced(1000 / rate) : flatOut())));
