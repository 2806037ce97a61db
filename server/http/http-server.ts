/**
 * The HTTP server in front of the app. It handles time-outs, unreadable requests, and pipelined requests (a client
 * sends them before it has the previous response). The server's own responses have the same headers as the app's
 * responses.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  type ServerOptions,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { RETRY_AFTER_SECONDS } from "./admission.ts";
import { bareHeaders, type Hsts } from "./headers.ts";
import { plainPage, withRequestId } from "./plain-page.ts";
import { type EndedRequest, recordOfRequest, unreadableRequest } from "./request-record.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

/** The maximum number of requests that may wait on one connection. Browsers and proxies send no request ahead. */
const AHEAD = 3;
/** The delay before a refusal. Without it, clients would reconnect at once, which costs more than the wait. */
const REFUSED_AFTER_MS = 1000;

/** Calls a fetch handler. A request with an unreadable URL gets 400. */
export function listenerOf(fetch: Fetch, hsts: Hsts): RequestListener {
  const headers = bareHeaders(hsts);
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => new Response(null, { status: 400, headers }),
  });
  return (request, response) => void listener(request, response);
}

const OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  // By default Node checks its time-outs only every 30 s.
  connectionsCheckingInterval: 2_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  // The listener gets requests without Host, because Node's own refusal would lack the common headers.
  requireHostHeader: false,
};

type Connection = { busy: boolean; ahead: (() => void)[]; refused: boolean };

export type HttpTimeouts = { headersTimeout?: number; connectionsCheckingInterval?: number };
/** Returns true if a request is refused by its head alone (admission.ts). */
type Refuses = (request: IncomingMessage) => boolean;
/** Called for each request that was refused as unreadable. */
type OnUnreadable = (refused: EndedRequest) => void;

/** Creates the HTTP server. It does not listen yet. */
export function createHttpServer(
  hsts: Hsts,
  listener: RequestListener,
  timeouts: HttpTimeouts = {},
  refuses: Refuses = () => false,
  onUnreadable: OnUnreadable = () => {},
): Server {
  const headers = bareHeaders(hsts);
  const connections = new WeakMap<Duplex, Connection>();

  function begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    if (refuses(request)) {
      // The refusal ends the connection, so requests that were sent ahead get no response.
      connection.ahead = [];
      return refuse(connection, request, response);
    }
    connection.busy = true;
    response.once("close", () => {
      connection.busy = false;
      // The response may have closed the connection. Then requests that were sent ahead are dropped.
      if (request.socket.writable) connection.ahead.shift()?.();
    });
    listener(request, response);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket) ?? { busy: false, ahead: [], refused: false };
    connections.set(socket, connection);
    // The refusal of an earlier request ends the connection, so this request gets no response.
    if (connection.refused) return;
    if (!connection.busy) return begin(connection, request, response);
    if (connection.ahead.length < AHEAD) {
      connection.ahead.push(() => begin(connection, request, response));
      return;
    }
    refuse(connection, request, response);
  }

  function refuse(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.refused = true;
    const page = withRequestId(plainPage.full, recordOfRequest(request).id);
    const full = {
      ...headers,
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Length": Buffer.byteLength(page),
      "Retry-After": RETRY_AFTER_SECONDS,
      Connection: "close",
    };
    const timer = setTimeout(() => response.writeHead(503, full).end(page), REFUSED_AFTER_MS);
    response.once("close", () => clearTimeout(timer));
  }

  const server = createServer({ ...OPTIONS, ...timeouts }, onRequest);
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, Connection: "close", "Content-Length": "0" }).end();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) =>
    refuseUnreadable(error, socket, headers, onUnreadable),
  );
  return server;
}

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Refuses an unreadable request and ends the connection. Sends nothing if another response has begun. The page shows
 * the id of the request that the connection is answering, or else a new id.
 */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse; remoteAddress?: string },
  headers: Record<string, string>,
  onUnreadable: OnUnreadable,
): void {
  const answer = socket._httpMessage;
  if (!socket.writable || answer?.headersSent) return void socket.destroy();
  const status = STATUS[error.code ?? ""] ?? 400;
  const unread = unreadableRequest(status, socket.remoteAddress ?? "");
  if (!answer) onUnreadable(unread);
  const { id } = answer ? recordOfRequest(answer.req) : unread;
  const page = withRequestId(plainPage.unreadable, id);
  const lines = Object.entries({
    ...headers,
    "X-Request-Id": id,
    Connection: "close",
    "Content-Type": "text/html; charset=UTF-8",
    "Content-Length": String(Buffer.byteLength(page)),
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${page}`,
    () => socket.destroy(),
  );
}
