/** The usual mail: a greeting, the news, further paragraphs, and a button. */
import type { Company } from "../../domain/company.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { MailButton, MailCode, MailFacts, mailHtml, mailText } from "./layout.tsx";
import type { Mail } from "./mailer.server.ts";
import { withoutLinks } from "./unlinked.ts";

export type LetterFacts = [string, string][];

export type Letter = {
  title: string;
  news: string;
  /** The line that mail programs show beside the subject; by default the news. */
  preview?: string;
  /** The parcel's tracking code. */
  code?: string;
  /** Paragraphs, facts and codes after the news. */
  more?: readonly (string | LetterFacts | { code: string })[];
  button: {
    text: string;
    href: string;
    /** The button's label in the plain-text part; by default `text`. */
    plain?: string;
  };
};

/**
 * Writes the usual mail. A stranger may have typed the person's name, so the name is changed (unlinked.ts) to contain
 * nothing that looks like a link.
 */
export function letter(company: Company, person: { name: string; address: string }, words: Letter): Mail {
  const { title, news, preview = news, code, more = [], button } = words;
  const name = withoutLinks(person.name);
  const hello = name ? `Hello ${name},` : "Hello,";
  return {
    to: { name, address: person.address },
    subject: code ? `${title}: ${code}` : title,
    text: mailText(company, [
      hello,
      news,
      code ? `Tracking code: ${code}` : null,
      ...more.map((part) => (typeof part === "string" || Array.isArray(part) ? part : part.code)),
      `${button.plain ?? button.text}: ${button.href}`,
    ]),
    html: mailHtml(
      company,
      title,
      preview,
      <>
        <p>{hello}</p>
        <p>{news}</p>
        {code && <MailCode>{readableTrackingCode(code)}</MailCode>}
        {more.map((part, at) =>
          typeof part === "string" ? (
            <p key={at}>{part}</p>
          ) : Array.isArray(part) ? (
            <MailFacts key={at} rows={part} />
          ) : (
            <MailCode key={at}>{part.code}</MailCode>
          ),
        )}
        <MailButton href={button.href}>{button.text}</MailButton>
      </>,
    ),
  };
}
