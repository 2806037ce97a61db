/**
 * RUN-15: OpenTelemetry traces, which are loaded only if OTEL_EXPORTER_OTLP_ENDPOINT names a collector. Each request is
 * a span, in the trace of the proxy if there is one. If the collector cannot be reached, only the spans are lost.
 */
import { VERSION } from "../version.ts";
import type { EndedRequest } from "../http/request-record.ts";

export type Tracing = { observe(ended: EndedRequest): void; stop(): Promise<void> };

const EXPORT_MS = 5_000;

export async function startTracing(endpoint: string): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const attributes = { "service.name": "ona-delivery", "service.version": VERSION };
  type Resource = NonNullable<
    NonNullable<ConstructorParameters<typeof sdk.NodeTracerProvider>[0]>["resource"]
  >;
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("ona-http");
  return {
    observe({ id, method, route, status, ms, principal, traceparent }) {
      const end = Date.now();
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: api.SpanKind.SERVER,
          startTime: end - ms,
          attributes: {
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": status,
            "ona.request_id": id,
            "ona.principal": principal,
          },
        },
        parentOf(api, traceparent),
      );
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(end);
    },
    stop: () => provider.shutdown().catch(() => {}),
  };
}

/** Returns the parent span in the proxy's trace. The W3C trace context has version, trace, span and flags. */
function parentOf(api: typeof import("@opentelemetry/api"), traceparent: string | null) {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
