/**
 * Online payments by Paystack. The code follows Paystack's documentation, and is tested with a fake server made from
 * that documentation (test/fixtures/paystack.ts), not with the live service.
 */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { parseJson, readBounded } from "../read-bounded.server.ts";
import { sameBytes } from "../tokens.server.ts";
import type { OnlineDispute } from "../../domain/payment.ts";
import {
  OnlinePaymentsError,
  type OnlineMessage,
  type OnlinePayments,
  type OnlineStatus,
} from "./online-payments.ts";

export const PAYSTACK_URL = "https://api.paystack.co";
/** The path of the webhook. The operator enters the webhook's URL in Paystack's dashboard. */
export const PAYSTACK_MESSAGES = "/webhooks/paystack";
const CHECKOUT_ORIGIN = "https://checkout.paystack.com";

/**
 * The time limit of a call. It is shorter than the time limit of a request to this product (server/http/deadline.ts).
 */
const CALL_MS = 8000;
const RESPONSE_LIMIT = 256 * 1024;

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
const numbered = z.object({
  status: z.literal(true),
  data: z.object({ id: z.int(), reference: z.string() }),
});
const refunds = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id: z.int(),
      transaction: z.int(),
      status: z.string(),
      amount: z.int().nonnegative(),
      currency: z.string(),
    }),
  ),
});
const dispute = z.object({
  status: z.literal(true),
  data: z.object({ status: z.string(), resolution: z.string().nullish() }).nullable(),
});
const message = z.object({
  event: z.string(),
  data: z
    .object({
      reference: z.string().nullable(),
      /** The reference of the payment, in a message about a refund. Null in a message about a dispute. */
      transaction_reference: z.string().nullable(),
      /** The payment, in a message about a dispute. Null in a message about a refund. */
      transaction: z.object({ reference: z.string() }).nullable(),
    })
    .partial(),
});
/** The number of refunds on a page of Paystack's list. No payment has more refunds, so only the first page is read. */
const REFUNDS_A_PAGE = 100;

export type PaystackAccess = { secretKey: string; url: string };

export function paystack({ secretKey, url }: PaystackAccess, callMs = CALL_MS): OnlinePayments {
  const { base, call, refused } = paystackApi({ secretKey, url }, callMs);
  const checkoutOrigin = base.protocol === "https:" ? CHECKOUT_ORIGIN : base.origin;

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

    askReturns: (reference) => returnsOf({ call, refused }, reference),

    readMessage(body, signature) {
      const own = createHmac("sha512", secretKey).update(body).digest();
      if (!/^[0-9a-f]{128}$/i.test(signature) || !sameBytes(own, Buffer.from(signature, "hex")))
        return "forged";
      const parsed = message.safeParse(parseJson(Buffer.from(body).toString("utf8")));
      return parsed.success ? aboutOf(parsed.data) : null;
    },
  };
}

type Answer = { status: number; body: unknown };
type Api = Pick<ReturnType<typeof paystackApi>, "call" | "refused">;

function paystackApi({ secretKey, url }: PaystackAccess, callMs: number) {
  const base = new URL(url);

  /**
   * Calls Paystack. Returns the response's status and JSON. The message of an error contains neither the key nor an
   * email address.
   */
  async function call(path: string, sent?: object): Promise<Answer> {
    try {
      const response = await fetch(new URL(path, base), {
        method: sent ? "POST" : "GET",
        headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" },
        body: sent ? JSON.stringify(sent) : null,
        redirect: "error",
        signal: AbortSignal.timeout(callMs),
      });
      return { status: response.status, body: JSON.parse(await readBounded(response, RESPONSE_LIMIT)) };
    } catch (problem) {
      throw new OnlinePaymentsError(`Paystack did not answer: ${(problem as Error).name}`);
    }
  }

  function refused({ status, body }: Answer): OnlinePaymentsError {
    return new OnlinePaymentsError(`Paystack answered ${status}: ${said(body, secretKey)}`);
  }

  return { base, call, refused };
}

async function returnsOf(
  { call, refused }: Api,
  reference: string,
): ReturnType<OnlinePayments["askReturns"]> {
  const about = await call(`/transaction/verify/${encodeURIComponent(reference)}`);
  const found = numbered.safeParse(about.body);
  if (about.status !== 200 || !found.success || found.data.data.reference !== reference) throw refused(about);
  const { id } = found.data.data;
  const [listed, disputed] = await Promise.all([
    call(`/refund?transaction=${id}&perPage=${REFUNDS_A_PAGE}`),
    call(`/dispute/transaction/${id}`),
  ]);
  const checked = refunds.safeParse(listed.body);
  if (listed.status !== 200 || !checked.success) throw refused(listed);
  const own = checked.data.data.filter(({ transaction }) => transaction === id);
  const done = own.filter(({ status }) => status === "processed");
  const disputeNow = disputed.status === 404 ? null : disputeOf(disputed, refused);
  return {
    refunds: done.map(({ id: number, amount, currency }) => ({
      id: String(number),
      amount,
      currency: currency.toUpperCase(),
    })),
    dispute: disputeNow,
    undecided: disputeNow === "open" || own.some(({ status }) => !["processed", "failed"].includes(status)),
  };
}

function disputeOf(answer: Answer, refused: Api["refused"]): OnlineDispute | null {
  const checked = dispute.safeParse(answer.body);
  if (answer.status !== 200 || !checked.success) throw refused(answer);
  if (!checked.data.data) return null;
  const { status, resolution } = checked.data.data;
  if (status !== "resolved" && status !== "archived") return "open";
  if (resolution === "declined") return "won";
  return resolution?.includes("accepted") ? "lost" : "closed";
}

/** Returns the payment that a message is about; null for messages that need no action. */
function aboutOf({ event, data }: z.infer<typeof message>): OnlineMessage | null {
  if (event === "charge.success")
    return data.reference ? { about: "payment", reference: data.reference } : null;
  const reference = event.startsWith("refund.")
    ? data.transaction_reference
    : event.startsWith("charge.dispute.") && data.transaction?.reference;
  return reference ? { about: "returns", reference } : null;
}

/**
 * Returns the status of a payment. `failed` is not final: the payer may try again on the provider's page, and a later
 * response then has the new status.
 */
function statusOf({ status, amount, currency }: z.infer<typeof verified>["data"]): OnlineStatus {
  if (status === "success") return { state: "paid", amount, currency: currency.toUpperCase() };
  if (status === "failed" || status === "reversed") return { state: "failed" };
  return { state: "pending" };
}

/** Returns the provider's reason for a refusal, without keys and email addresses. */
function said(body: unknown, secretKey: string): string {
  const checked = failure.safeParse(body);
  if (!checked.success) return "an answer that is not documented";
  return checked.data.message
    .replaceAll(secretKey, "[key]")
    .slice(0, 2000) // The pattern reads at most 2,000 characters.
    .replace(/\S+@\S+/g, "[email]")
    .slice(0, 200);
}
