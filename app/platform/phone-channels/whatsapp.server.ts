/**
 * WhatsApp by Meta's Cloud API, written from its documentation (developers.facebook.com/docs/whatsapp/cloud-api) and
 * tested with a server built from that documentation (test/fixtures/whatsapp-cloud.ts), not with the live service. A
 * business may begin a chat only with an approved template.
 */
import * as z from "zod";
import { parseJson } from "../read-bounded.server.ts";
import { sameBytes } from "../tokens.server.ts";
import { CALL_MS, callProvider, isSigned, withoutKeys } from "./call-provider.server.ts";
import { PhoneChannelError, type PhoneFailure, type PhoneProvider } from "./phone-channels.ts";

export const WHATSAPP_URL = "https://graph.facebook.com";
/** The path of the callback URL. The operator enters the URL and the verify token for the app in Meta's console. */
export const WHATSAPP_REPORTS = "/webhooks/whatsapp";
const VERSION = "v23.0";
/** Meta's error code for a number without WhatsApp. */
const NO_SUCH_PHONE = 131026;
/** Meta's error codes for too many calls or messages. The message may be accepted later. */
const TOO_MANY = new Set([4, 80007, 130429, 131048, 131056]);

export type WhatsappAccess = {
  token: string;
  phoneNumberId: string;
  appSecret: string;
  verifyToken: string;
  url: string;
};

const taken = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })]) });
const failure = z.object({ error: z.object({ message: z.string(), code: z.int() }) });
const statuses = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.array(z.object({ id: z.string(), status: z.string() })).optional(),
          }),
        }),
      ),
    }),
  ),
});
const STATES = { sent: "sent", delivered: "delivered", read: "delivered", failed: "failed" } as const;

export function whatsapp(access: WhatsappAccess, callMs = CALL_MS): PhoneProvider {
  const { token, phoneNumberId, appSecret, verifyToken, url } = access;
  return {
    name: "WhatsApp Cloud API",
    reportPath: WHATSAPP_REPORTS,
    signatureHeader: "x-hub-signature-256",

    async send({ to, template }) {
      if (!template) throw new PhoneChannelError("refused", "WhatsApp has no template for this message");
      const { status, body } = await callProvider({
        name: "WhatsApp",
        url: new URL(`/${VERSION}/${phoneNumberId}/messages`, url),
        headers: { Authorization: `Bearer ${token}` },
        sent: {
          messaging_product: "whatsapp",
          recipient_type: "individual",
          to: to.slice(1),
          type: "template",
          template: {
            name: template.name,
            language: { code: template.language },
            components: [
              { type: "body", parameters: template.parameters.map((text) => ({ type: "text", text })) },
            ],
          },
        },
        callMs,
      });
      const answer = taken.safeParse(body);
      if (status === 200 && answer.success) return answer.data.messages[0].id;
      const error = failure.safeParse(body).data?.error;
      throw new PhoneChannelError(
        failureOf(error?.code),
        `WhatsApp answered ${status}: ${withoutKeys(error?.message ?? "an answer that is not documented", [token])}`,
      );
    },

    readReports(body, signature) {
      const [, digits = ""] = /^sha256=(.+)$/.exec(signature) ?? [];
      if (!isSigned("sha256", appSecret, body, digits)) return "forged";
      const read = statuses.safeParse(parseJson(Buffer.from(body).toString("utf8")));
      const told = read.data?.entry.flatMap(({ changes }) =>
        changes.flatMap(({ value }) => value.statuses ?? []),
      );
      return (told ?? []).flatMap(({ id, status }) => {
        const state = Object.hasOwn(STATES, status) ? STATES[status as keyof typeof STATES] : null;
        return state ? [{ id, state, kobo: null }] : [];
      });
    },

    answerCheck(params) {
      const given = Buffer.from(params.get("hub.verify_token") ?? "");
      return params.get("hub.mode") === "subscribe" && sameBytes(given, Buffer.from(verifyToken))
        ? params.get("hub.challenge")
        : null;
    },
  };
}

function failureOf(code: number | undefined): PhoneFailure {
  if (code === NO_SUCH_PHONE) return "wrong_number";
  return code !== undefined && TOO_MANY.has(code) ? "away" : "refused";
}
