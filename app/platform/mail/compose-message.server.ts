/**
 * Composes a mail's bytes in one call. nodemailer's own composing uses a stream for each part and many small writes,
 * which costs more than all other work for a mail (bench/RESULTS.md). nodemailer still writes and escapes the headers.
 */
import { encode, wrap } from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type { SendMailOptions } from "nodemailer";

export function composeMessage(
  mail: SendMailOptions & { text: string; html: string },
): Pick<SendMailOptions, "envelope"> & { raw: Buffer } {
  const root = new MailComposer({ ...mail, textEncoding: "base64" }).compile();
  // `buildHeaders` also creates the boundary text between the parts, so it must be called first.
  const headers = root.buildHeaders();
  const bodies = [mail.text, mail.html];
  const parts = root.childNodes.map(
    (part, n) => `--${root.boundary}\r\n${part.buildHeaders()}\r\n\r\n${encoded(bodies[n] ?? "")}\r\n`,
  );
  return {
    envelope: root.getEnvelope(),
    raw: Buffer.from(`${headers}\r\n\r\n${parts.join("")}--${root.boundary}--\r\n`),
  };
}

/** Encodes the body of a part in base64. The lines must end in CRLF before they are encoded. */
function encoded(text: string): string {
  return wrap(encode(text.replace(/\r?\n/g, "\r\n")), 76);
}
