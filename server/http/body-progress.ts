/**
 * Limits the time of request bodies by their progress. A slow connection may take minutes for a picture, but a body
 * that stops arriving gets a 408. The rule is Apache's mod_reqtimeout (start time, minimum rate) plus a limit on
 * silence.
 */
import type { IncomingMessage, Server } from "node:http";
import { recordOfRequest } from "./request-record.ts";

export type BodyLimits = {
  /** The longest time without a new byte. After this time the response is a 408. */
  idleMs: number;
  /** After this time, the average rate of the body must be at least `minBytesPerSecond`. */
  graceMs: number;
  minBytesPerSecond: number;
  /** The longest time that a body may take, whatever its rate. */
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
/** The time that the 408 has to reach the sender. After this time the connection is destroyed. */
const LINGER_MS = 2000;

type Body = { startedAt: number; startedWith: number; changedAt: number; bytes: number };

/** Watches every body. Node's own `requestTimeout` is off, because it would end an upload that is slow but steady. */
export function limitBodies(server: Server, limits: BodyLimits = BODY_LIMITS): void {
  server.requestTimeout = 0;
  const bodies = new Map<IncomingMessage, Body>();
  /** The timer runs only while bodies arrive, so that the process does not wake up when nothing happens. */
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
      // While received bytes still wait in our buffer, the sender does not count as silent.
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
