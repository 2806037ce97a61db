/**
 * SMS by Termii, written from its documentation (developer.termii.com) and tested with a server built from that
 * documentation (test/fixtures/termii.ts), not with the live service.
 */
import * as z from "zod";
import { parseJson } from "../read-bounded.server.ts";
import { CALL_MS, callProvider, isSigned, withoutKeys } from "./call-provider.server.ts";
import { PhoneChannelError, type DeliveryReport, type PhoneProvider } from "./phone-channels.ts";

/** Termii's usual API URL. If the company's Termii console names another URL, the operator sets TERMII_URL. */
export const TERMII_URL = "https://v3.api.termii.com";
/** The path of the webhook. The operator enters the webhook's URL in Termii's console. */
export const TERMII_REPORTS = "/webhooks/termii";

export type TermiiAccess = { apiKey: string; senderId: string; secretKey: string; url: string };

const taken = z.object({ message_id: z.union([z.string().min(1), z.int()]) });
const said = z.object({ message: z.string() });
const report = z.object({
  type: z.string().nullish(),
  message_id: z.union([z.string().min(1), z.int()]),
  status: z.string(),
  cost: z.union([z.string(), z.number()]).nullish(),
});

/** Termii's final states of undelivered messages. 'Message Sent' is not final: every message has it first. */
const FAILED = /dnd|failed|rejected|expired|undeliver/i;
const ARRIVED = /^(delivered|received)\b/i;

export function termii(access: TermiiAccess, callMs = CALL_MS): PhoneProvider {
  const { apiKey, senderId, secretKey, url } = access;
  return {
    name: "Termii",
    reportPath: TERMII_REPORTS,
    signatureHeader: "x-termii-signature",

    async send({ to, text }) {
      const { status, body } = await callProvider({
        name: "Termii",
        url: new URL("/api/sms/send", url),
        // `dnd` is Termii's channel for transactional messages, which also reaches Do-Not-Disturb numbers.
        sent: { api_key: apiKey, to: to.slice(1), from: senderId, sms: text, type: "plain", channel: "dnd" },
        callMs,
      });
      const answer = taken.safeParse(body);
      if (status === 200 && answer.success) return String(answer.data.message_id);
      const words = said.safeParse(body).data?.message ?? "an answer that is not documented";
      throw new PhoneChannelError(
        /phone number|invalid (number|recipient)/i.test(words) ? "wrong_number" : "refused",
        `Termii answered ${status}: ${withoutKeys(words, [apiKey])}`,
      );
    },

    readReports(body, signature) {
      if (!isSigned("sha512", secretKey, body, signature)) return "forged";
      const read = report.safeParse(parseJson(Buffer.from(body).toString("utf8")));
      if (!read.success) return [];
      const { message_id, status, cost } = read.data;
      return [{ id: String(message_id), state: stateOf(status), kobo: koboOf(cost) }];
    },
  };
}

const stateOf = (status: string): DeliveryReport["state"] => {
  if (ARRIVED.test(status.trim())) return "delivered";
  return FAILED.test(status) ? "failed" : "sent";
};

/** Returns the cost in kobo. Termii states the cost in naira, as a text: '3.9'. */
function koboOf(cost: string | number | null | undefined): number | null {
  const naira = Number(cost ?? Number.NaN);
  return cost !== "" && Number.isFinite(naira) && naira >= 0 && naira < 10_000
    ? Math.round(naira * 100)
    : null;
}
