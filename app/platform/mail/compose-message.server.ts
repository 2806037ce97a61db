/**
 * Composes a mail as the bytes on the wire, in one call. nodemailer's own way is a stream for each part and a write for each
 * piece, which costs more than everything else about a mail (bench/RESULTS.md). The headers and their escaping stay
 * nodemailer's.
 */
import { encode, wrap } from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type { SendMailOptions } from "nodemailer";

/** `mail` has both a text and an HTML half. */
export function composeMessage(
  mail: SendMailOptions & { text: string; html: string },
): Pick<SendMailOptions, "envelope"> & { raw: Buffer } {
  const root = new MailComposer({ ...mail, textEncoding: "base64" }).compile();
  // Draws the boundary, too.
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

/** Lines of a text end in CRLF on the wire. */
function encoded(text: string): string {
  return wrap(encode(text.replace(/\r?\n/g, "\r\n")), 76);
}
