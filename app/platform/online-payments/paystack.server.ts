/**
 * Online payments by Paystack, written from its documentation and tried against a server made from the same
 * (test/fixtures/paystack.ts), not with the live service.
 */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { sameBytes } from "../tokens.server.ts";
import { OnlinePaymentsError, type OnlinePayments, type OnlineStatus } from "./online-payments.ts";

export const PAYSTACK_URL = "https://api.paystack.co";
/** Entered as the webhook address in Paystack's dashboard. */
export const PAYSTACK_MESSAGES = "/webhooks/paystack";
const CHECKOUT_ORIGIN = "https://checkout.paystack.com";

/** Deadline of a call with its body: shorter than that of a request (server/deadline.ts). */
const CALL_MS = 8000;
const ANSWER_LIMIT = 256 * 1024;

const failure = z.object({ message: z.string() });
const started = z.object({ status: z.literal(true), data: z.object({ authorization_url: z.url() }) });
const verified = z.object({
  status: z.literal(true),
  data: z.object({
    status: z.string(),
    reference: z.string(),
    amount: z.int().nonnegative(),
    currency: z.string().regex(/^[A-Za-z]{3}$/),
  }),
});
const message = z.object({ event: z.string(), data: z.object({ reference: z.string() }).partial() });

export type PaystackAccess = { secretKey: string; url: string };

export function paystack({ secretKey, url }: PaystackAccess, callMs = CALL_MS): OnlinePayments {
  const base = new URL(url);
  const checkoutOrigin = base.protocol === "https:" ? CHECKOUT_ORIGIN : base.origin;

  /** Status and JSON of a call. Its errors name neither the key nor the payer's email. */
  async function call(path: string, sent?: object): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(new URL(path, base), {
        method: sent ? "POST" : "GET",
        headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" },
        body: sent ? JSON.stringify(sent) : null,
        redirect: "error",
        signal: AbortSignal.timeout(callMs),
      });
      return { status: response.status, body: JSON.parse(await readBounded(response)) };
    } catch (problem) {
      throw new OnlinePaymentsError(`Paystack did not answer: ${(problem as Error).name}`);
    }
  }

  function refused({ status, body }: { status: number; body: unknown }): OnlinePaymentsError {
    return new OnlinePaymentsError(`Paystack answered ${status}: ${said(body, secretKey)}`);
  }

  return {
    name: "Paystack",
    test: secretKey.startsWith("sk_test_"),
    checkoutOrigin,
    messagePath: PAYSTACK_MESSAGES,
    signatureHeader: "x-paystack-signature",

    async start({ reference, kobo, email, returnTo, cancelTo }) {
      const answer = await call("/transaction/initialize", {
        email,
        amount: kobo,
        currency: "NGN",
        reference,
        callback_url: returnTo,
        metadata: { cancel_action: cancelTo },
      });
      const checked = started.safeParse(answer.body);
      if (answer.status !== 200 || !checked.success) throw refused(answer);
      const page = checked.data.data.authorization_url;
      if (new URL(page).origin !== checkoutOrigin)
        throw new OnlinePaymentsError(`Paystack named a page outside ${checkoutOrigin}`);
      return page;
    },

    async ask(reference) {
      const answer = await call(`/transaction/verify/${encodeURIComponent(reference)}`);
      if ([400, 404].includes(answer.status) && /not found/i.test(said(answer.body, secretKey)))
        return { state: "unknown" };
      const checked = verified.safeParse(answer.body);
      if (answer.status !== 200 || !checked.success) throw refused(answer);
      const { data } = checked.data;
      if (data.reference !== reference)
        throw new OnlinePaymentsError("Paystack answered about another payment");
      return statusOf(data);
    },

    readMessage(body, signature) {
      const own = createHmac("sha512", secretKey).update(body).digest();
      if (!/^[0-9a-f]{128}$/i.test(signature) || !sameBytes(own, Buffer.from(signature, "hex")))
        return "forged";
      const parsed = message.safeParse(parseJson(Buffer.from(body).toString("utf8")));
      const paid = parsed.success && parsed.data.event === "charge.success" && parsed.data.data.reference;
      return { paid: paid || null };
    },
  };
}

/** A payer whose payment failed may try again on the provider's page: the next answer counts. */
function statusOf({ status, amount, currency }: z.infer<typeof verified>["data"]): OnlineStatus {
  if (status === "success") return { state: "paid", amount, currency: currency.toUpperCase() };
  if (status === "failed" || status === "reversed") return { state: "failed" };
  return { state: "pending" };
}

/** What the provider said about a refusal, without keys and addresses. */
function said(body: unknown, secretKey: string): string {
  const checked = failure.safeParse(body);
  if (!checked.success) return "an answer that is not documented";
  return checked.data.message
    .replaceAll(secretKey, "[key]")
    .replace(/\S+@\S+/g, "[email]")
    .slice(0, 200);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > ANSWER_LIMIT) throw new RangeError("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
