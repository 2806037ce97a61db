import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTracing } from "./tracing.ts";

type Span = { name: string; traceId: string; parentSpanId?: string; attributes: { key: string }[] };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[]; resource: { attributes: unknown[] } }[] };

const ENDED = {
  id: "an-id-of-a-request",
  principal: "staff",
  method: "GET",
  route: "/admin/bookings",
  status: 200,
  ms: 12,
  bytes: 500,
  ip: "203.0.113.7",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
} as const;

test("[RUN-15] each request is a span at the collector, under the trace of the proxy, without an address", async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      bodies.push(`${request.url} ${body}`);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  const { port } = collector.address() as AddressInfo;
  const tracing = await startTracing(`http://127.0.0.1:${port}`);
  tracing.observe(ENDED);
  await tracing.stop();
  await new Promise((done) => collector.close(done));
  expect(bodies[0]).toMatch(/^\/v1\/traces /);
  const sent = JSON.parse(bodies[0]!.slice("/v1/traces ".length)) as Export;
  const [span] = sent.resourceSpans[0]!.scopeSpans[0]!.spans;
  expect(span).toMatchObject({
    name: "GET /admin/bookings",
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentSpanId: "b7ad6b7169203331",
  });
  expect(bodies.join("")).toContain("ona-delivery");
  expect(bodies.join("")).toContain("an-id-of-a-request");
  expect(bodies.join("")).not.toContain("203.0.113.7");
});

test("[RUN-15] a collector that is away costs nothing but the spans", async () => {
  const tracing = await startTracing("http://127.0.0.1:1");
  tracing.observe({ ...ENDED, traceparent: null });
  await expect(tracing.stop()).resolves.toBeUndefined();
});
