/**
 * Serves /metrics to requests with METRICS_TOKEN. If this setting is missing, serves /metrics only to this machine. All
 * other requests get the same response as for an unknown path.
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

/** Compares two texts. The time that this takes does not depend on where the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
