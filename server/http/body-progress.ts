/**
 * Limits request bodies by progress. A slow connection may take minutes for a picture, but a stalled body
 * gets 408. The rule is that of Apache's mod_reqtimeout (start time, minimum rate), plus a limit on silence.
 */
import type { IncomingMessage, Server } from "node:http";
import { recordOfRequest } from "./request-record.ts";

export type BodyLimits = {
  /** The longest time without a byte before the 408. */
  idleMs: number;
  /** After this time the average rate must be at least `minBytesPerSecond`. */
  graceMs: number;
  minBytesPerSecond: number;
  /** The longest time for a body at any rate. */
  totalMs: number;
  checkMs: number;
};

const BODY_LIMITS: BodyLimits = {
  idleMs: 20_000,
  graceMs: 30_000,
  minBytesPerSecond: 1024,
  totalMs: 15 * 60_000,
  checkMs: 1000,
};

function timeoutResponse(id: string): string {
  const text = `The connection was too slow. Send it again. Reference: ${id}`;
  return `HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nX-Request-Id: ${id}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}
/** The time for the 408 to reach the sender. Then the connection is destroyed. */
const LINGER_MS = 2000;

type Body = { startedAt: number; startedWith: number; changedAt: number; bytes: number };

/** Watches every body. Node's `requestTimeout` is off, because it would end a slow but steady upload. */
export function limitBodies(server: Server, limits: BodyLimits = BODY_LIMITS): void {
  server.requestTimeout = 0;
  const bodies = new Map<IncomingMessage, Body>();
  /** The timer runs only while bodies arrive, so that an idle product stays asleep. */
  let timer: NodeJS.Timeout | undefined;

  server.on("request", (request: IncomingMessage) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (!encoding && !(Number(length) > 0)) return;
    const bytes = request.socket.bytesRead;
    const now = performance.now();
    bodies.set(request, { startedAt: now, startedWith: bytes, changedAt: now, bytes });
    timer ??= setInterval(check, limits.checkMs).unref();
    request.once("close", () => bodies.delete(request));
  });

  const check = () => {
    const now = performance.now();
    for (const [request, body] of bodies) {
      if (request.complete || request.destroyed) {
        bodies.delete(request);
        continue;
      }
      const { bytesRead } = request.socket;
      // If bytes wait in our buffer, the sender is not silent.
      if (bytesRead > body.bytes || request.readableLength > 0) body.changedAt = now;
      body.bytes = bytesRead;
      if (!isTooSlow(body, now, limits)) continue;
      bodies.delete(request);
      const { socket } = request;
      socket.end(timeoutResponse(recordOfRequest(request).id));
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    }
    if (bodies.size === 0) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  server.on("close", stop);
}

function isTooSlow(
  { startedAt, startedWith, changedAt, bytes }: Body,
  now: number,
  limits: BodyLimits,
): boolean {
  const age = now - startedAt;
  if (now - changedAt > limits.idleMs || age > limits.totalMs) return true;
  const allowedMs = limits.graceMs + ((bytes - startedWith) / limits.minBytesPerSecond) * 1000;
  return age > allowedMs;
}
