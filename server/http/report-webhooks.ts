/** TELL-5: receives delivery reports, even while the site is locked. The signature of the raw body protects them. */
import type { Context } from "hono";
import { noteReports } from "../../app/parcels/messages/reports.server.ts";
import type { Services } from "../../app/platform/services.server.ts";
import type { PhoneChannel } from "../../app/domain/receiver-messages.ts";
import { forgedTeller } from "./forged-teller.ts";
import { readBody } from "./read-body.ts";

const REPORT_LIMIT = 256 * 1024;

const tellForged = forgedTeller("delivery reports with a wrong signature were refused");

/**
 * Responds with a 200 once the reports are stored; 401 if they are forged, 413 if too large, 404 if the channel is off.
 */
export async function receiveReports(
  c: Context,
  services: Services,
  channel: PhoneChannel,
): Promise<Response> {
  const provider = services.phones[channel];
  if (!provider) return c.notFound();
  const signature = c.req.header(provider.signatureHeader);
  if (!signature) return c.text("no signature", 401);
  const body = await readBody(c.req.raw, REPORT_LIMIT);
  if ("refused" in body) return c.text(body.refused, body.refused === "too large" ? 413 : 400);
  const reports = provider.readReports(body.bytes ?? new Uint8Array(), signature);
  if (reports === "forged") {
    tellForged(services.log, provider.reportPath, performance.now());
    return c.text("wrong signature", 401);
  }
  await noteReports(services, channel, reports);
  return c.text("ok", 200);
}

/**
 * Answers the request by which Meta verifies the webhook before its first report. The request has the token that the
 * operator entered at Meta.
 */
export function answerCheck(c: Context, services: Services): Response | Promise<Response> {
  const provider = services.phones.whatsapp;
  if (!provider) return c.notFound();
  const answer = provider.answerCheck?.(new URL(c.req.url).searchParams) ?? null;
  return answer === null ? c.text("wrong token", 403) : c.text(answer, 200);
}
