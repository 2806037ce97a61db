/** The data about each request: its id, its requester, and its result. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { PrincipalKind } from "../../app/platform/context.ts";
import { addressOf } from "./client-address.ts";

export type RequestRecord = { id: string; principal: PrincipalKind };

export type EndedRequest = RequestRecord & {
  method: string;
  /** The pattern of its route, without any value of the path. */
  route: string;
  /** 499 if the client left before the response began. */
  status: number;
  ms: number;
  /** The bytes sent on the connection, including headers. */
  bytes: number;
  ip: string;
  /** The trace context from one of our proxies. */
  traceparent: string | null;
};

/** A property instead of a map, because the built app and the server around it are two bundles. */
const RECORD = Symbol.for("ona.request");
type Recorded = { [RECORD]?: RequestRecord };
/** The valid form of a proxy's id; anything else could forge log lines. */
const PROXY_ID = /^[\w.-]{8,64}$/;
const LEFT = 499;

/** The record of the request behind a context; a new one if there is no server in front, as in tests. */
export function recordOf(c: Context): RequestRecord {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return recordOn((incoming ?? c.req.raw) as Recorded, () => newId());
}

function recordOn(request: Recorded, idOf: () => string): RequestRecord {
  return (request[RECORD] ??= { id: idOf(), principal: "guest" });
}

const newId = () => randomBytes(9).toString("base64url");

/** The record of a request that Node could read. */
export const recordOfRequest = (request: IncomingMessage): RequestRecord =>
  recordOn(request as Recorded, newId);

/** The route of an unreadable request. */
const UNREADABLE = "(unreadable)";

/** The record of an unreadable request, which has no route and no method. */
export const unreadableRequest = (status: number, ip: string): EndedRequest => ({
  ...{ id: newId(), principal: "guest", method: "-", route: UNREADABLE, status },
  ...{ ms: 0, bytes: 0, ip, traceparent: null },
});

type Options = {
  trustProxy: number;
  patternOf(path: string): string;
  /** Called when a request has been answered, or its client has left. */
  onEnd: ((ended: EndedRequest) => void)[];
};

/** Gives each request of a server its id, and reports its result, even if it is refused before the app. */
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
      // Filled in here, because otherwise anybody could join our traces.
      if (trustProxy > 0) ended.traceparent = String(request.headers["traceparent"] ?? "") || null;
      for (const report of onEnd) report(ended);
    });
  });
}

/** Only a proxy of ours may set the id of a request. Anybody else could give two requests one id. */
function idOf({ headers }: IncomingMessage, trustProxy: number): string {
  const given = headers["x-request-id"];
  return trustProxy > 0 && typeof given === "string" && PROXY_ID.test(given) ? given : newId();
}
