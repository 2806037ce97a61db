/** Tests the mail server by connecting to it. */
import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { NO_REPLY, smtpMailer } from "../../app/platform/mail/mailer.server.ts";

type From = { name: string; address: string } | null;

const SESSION_MS = 15_000;

export const mailFrom = (from: From): string => from?.address ?? NO_REPLY;

/** Connects to the mail server, and signs in if the URL has a password. Throws the reason that the server gives. */
export async function trySmtpSession(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: SESSION_MS,
    greetingTimeout: SESSION_MS,
    socketTimeout: SESSION_MS,
  } as Parameters<typeof createTransport>[0]);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export async function sendTestMail(url: string, from: From, to: string): Promise<void> {
  const mailer = smtpMailer(url, { name: async () => from?.name ?? "", address: mailFrom(from) }, 1);
  const text = `This mail was sent with 'npm run admin -- send-mail' to try the mail server.`;
  try {
    await mailer.send(randomUUID(), {
      to: { name: "", address: to },
      subject: "This is a mail to try the mail server",
      text,
      html: `<p>${text}</p>`,
    });
  } finally {
    mailer.close();
  }
}
