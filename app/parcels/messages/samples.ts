/** TELL-9: examples of the messages' texts, for the approval by a phone operator. Pure. */
import type { Company } from "../../domain/company.ts";
import { MESSAGE_KINDS, NEWS_KINDS, type MessageKind } from "../../domain/receiver-messages.ts";
import { smsText, TEMPLATES } from "./texts.ts";

export function smsSamples(company: Company, origin: string): { kind: MessageKind; text: string }[] {
  const code = `${company.codeBefore}12345678${company.codeAfter}`;
  return MESSAGE_KINDS.map((kind) => ({
    kind,
    text: smsText(kind, company.messageWords, {
      company,
      from: "Ngozi",
      payKobo: 4_650_000,
      pin: "1234",
      link: `${origin}/r/${code}.0123456789abcdef0123456789abcdef`,
      day: "Tue 24 Nov",
      code: "123456",
    }),
  }));
}

export const templateSamples = NEWS_KINDS.map((kind) => ({ kind, text: TEMPLATES[kind].text }));
