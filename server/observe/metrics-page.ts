/**
 * /metrics needs METRICS_TOKEN in the request. Without this setting, /metrics serves only this machine. Other
 * requests get the response of an unknown path.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Next } from "hono";
import { isFromOwnMachine } from "../http/own-machine.ts";

export type MetricsSource = { token: string | null; text(): Promise<string> };

export async function respondMetrics(
  c: Context,
  next: Next,
  { token, text }: MetricsSource,
): Promise<Response | void> {
  if (!mayRead(c, token)) return next();
  const headers = {
    "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    "Cache-Control": "no-store",
  };
  try {
    return c.body(await text(), 200, headers);
  } catch {
    return c.text("not ready", 503, { "Cache-Control": "no-store" });
  }
}

function mayRead(c: Context, token: string | null): boolean {
  if (token !== null) return sameText(c.req.header("Authorization") ?? "", `Bearer ${token}`);
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming !== undefined && isFromOwnMachine(c);
}

/** Compares in a time that does not depend on the first difference. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
