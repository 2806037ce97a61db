/** The port to the world's mail: a real SMTP server, or nothing at all where mail is only kept for /mailbox. */
import { createTransport } from "nodemailer";

export type Mail = {
  /** One recipient; a name with line breaks or commas cannot become a second one. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
};

export type Mailer = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** Sends through an SMTP server. The Message-ID comes from the job, so that a repeat is recognised as the same mail. */
export function smtpMailer(url: string, from: { name: string; address: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return {
    async send(id, mail) {
      await transport.sendMail({
        from,
        to: { name: oneLine(mail.to.name), address: oneLine(mail.to.address) },
        replyTo: mail.replyTo && oneLine(mail.replyTo),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${from.address.split("@")[1]}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

/** Nothing leaves the machine; the kept mail is read at /mailbox. */
export const mailboxMailer: Mailer = { send: async () => {}, close: () => {} };

function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").trim();
}
