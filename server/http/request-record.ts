/** Keeps a record of each request. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { PrincipalKind } from "../../app/platform/context.ts";
import { addressOf } from "./client-address.ts";

export type RequestRecord = { id: string; principal: PrincipalKind };

export type EndedRequest = RequestRecord & {
  method: string;
  /** The pattern of the request's route, without values of the path. */
  route: string;
  /** The HTTP status; 499 if the client closed the connection before the response began. */
  status: number;
  ms: number;
  /** The number of bytes sent in the response, including its headers. */
  bytes: number;
  ip: string;
  /** The trace context that one of our proxies sent (W3C traceparent). */
  traceparent: string | null;
};

/**
 * The property of a request that stores its record. A map in a module would not work: the built app and the server are
 * two bundles, each with its own copy of the module.
 */
const RECORD = Symbol.for("ona.request");
type Recorded = { [RECORD]?: RequestRecord };
/** The pattern of a request id from a proxy. Any other text could forge log lines. */
const PROXY_ID = /^[\w.-]{8,64}$/;
const LEFT = 499;

/** Returns the record of a request. If no server is in front of the app, as in tests, makes a new record. */
export function recordOf(c: Context): RequestRecord {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return recordOn((incoming ?? c.req.raw) as Recorded, () => newId());
}

function recordOn(request: Recorded, idOf: () => string): RequestRecord {
  return (request[RECORD] ??= { id: idOf(), principal: "guest" });
}

const newId = () => randomBytes(9).toString("base64url");

export const recordOfRequest = (request: IncomingMessage): RequestRecord =>
  recordOn(request as Recorded, newId);

const UNREADABLE = "(unreadable)";

/** Makes the record of a request that Node could not read. It has no route and no method. */
export const unreadableRequest = (status: number, ip: string): EndedRequest => ({
  ...{ id: newId(), principal: "guest", method: "-", route: UNREADABLE, status },
  ...{ ms: 0, bytes: 0, ip, traceparent: null },
});

type Options = {
  trustProxy: number;
  patternOf(path: string): string;
  /** Each function is called after a response, or after the client has closed the connection. */
  onEnd: ((ended: EndedRequest) => void)[];
};

/**
 * Gives each request its id and reports its end, also for requests that the server refuses before they reach the app.
 */
export function observeRequests(server: Server, { trustProxy, patternOf, onEnd }: Options): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    const { socket } = request;
    const written = socket.bytesWritten;
    const record = recordOn(request as Recorded, () => idOf(request, trustProxy));
    response.setHeader("X-Request-Id", record.id);
    response.once("close", () => {
      const ended: EndedRequest = {
        ...record,
        method: request.method ?? "",
        route: patternOf((request.url ?? "").split("?", 1)[0] ?? ""),
        status: response.headersSent ? response.statusCode : LEFT,
        ms: performance.now() - begun,
        bytes: socket.bytesWritten - written,
        ip: addressOf(
          socket.remoteAddress ?? "",
          String(request.headers["x-forwarded-for"] ?? ""),
          trustProxy,
        ),
        traceparent: null,
      };
      // Only our own proxies may set the trace context. Otherwise anybody could add requests to our traces.
      if (trustProxy > 0) ended.traceparent = String(request.headers["traceparent"] ?? "") || null;
      for (const report of onEnd) report(ended);
    });
  });
}

/** Returns the request's id. Only our own proxies may set it, because anybody else could send the same id twice. */
function idOf({ headers }: IncomingMessage, trustProxy: number): string {
  const given = headers["x-request-id"];
  return trustProxy > 0 && typeof given === "string" && PROXY_ID.test(given) ? given : newId();
}
