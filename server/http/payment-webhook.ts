/**
 * ONLINE-2: receives messages from the provider of online payments, even while the site is locked. They need no origin
 * and no session, because the signature of the raw body protects them. The product does not trust the facts in a
 * message, but requests the payment from the provider.
 */
import type { Context } from "hono";
import { noteBusinessPaid } from "../../app/money/businesses/settle-business-payment.server.ts";
import { settleDue } from "../../app/money/online-payments/due-online.server.ts";
import { notePaid } from "../../app/money/payments/settle-online.server.ts";
import { noteReturns } from "../../app/money/payments/settle-returns.server.ts";
import type { Services } from "../../app/platform/services.server.ts";
import type { OnlineMessage } from "../../app/platform/online-payments/online-payments.ts";
import { PAYSTACK_MESSAGES } from "../../app/platform/online-payments/paystack.server.ts";
import { forgedTeller } from "./forged-teller.ts";
import { readBody } from "./read-body.ts";

const MESSAGE_LIMIT = 64 * 1024;
const tell = forgedTeller("payment messages with a wrong signature were refused");
export const tellForged = (log: Pick<Services["log"], "warn">, now: number): void =>
  tell(log, PAYSTACK_MESSAGES, now);

async function noteMessage(services: Services, { about, reference }: OnlineMessage): Promise<boolean> {
  if (about === "returns") return noteReturns(services, reference);
  return (await notePaid(services, reference)) || noteBusinessPaid(services, reference);
}

/**
 * Responds with a 200 only after the message is stored, so that the provider sends a lost message again. A forged
 * message gets a 401, a message that is too large gets a 413. If online payments are off, the response is a 404.
 */
export async function receivePaymentMessage(c: Context, services: Services): Promise<Response> {
  const { online, log } = services;
  if (!online) return c.notFound();
  const signature = c.req.header(online.signatureHeader);
  if (!signature) return c.text("no signature", 401);
  const body = await readBody(c.req.raw, MESSAGE_LIMIT);
  if ("refused" in body) return c.text(body.refused, body.refused === "too large" ? 413 : 400);
  const message = online.readMessage(body.bytes ?? new Uint8Array(), signature);
  if (message === "forged") {
    tellForged(log, performance.now());
    return c.text("wrong signature", 401);
  }
  if (message && (await noteMessage(services, message))) {
    void settleDue(services).catch((error: unknown) =>
      log.warn({ err: error }, "online payments were not checked; it will be tried again"),
    );
  }
  return c.text("ok", 200);
}
