/** The port for sending mail: an SMTP server, or none if mail is only stored for /mailbox. */
import { createTransport } from "nodemailer";
import { composeMessage } from "./compose-message.server.ts";

export type Mail = {
  /** One recipient; a name with line breaks or commas cannot become a second one. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Replaces the dots in text and HTML on sending (hidden.ts). */
  secret?: string;
};

/** The sender if MAIL_FROM is not set: an address without a mailbox. */
export const NO_REPLY = "no-reply@onadelivery.example";

export type Mailer = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** Deadline of a whole mail, however slow its server is. */
const SEND_MS = 40_000;

/**
 * Sends through an SMTP server, over up to `connections` open connections. The Message-ID comes from the job, so that a
 * repeat is recognised as the same mail.
 */
export function smtpMailer(
  url: string,
  from: { name: () => Promise<string>; address: string },
  connections: number,
): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1000,
    dnsTimeout: 5000,
    connectionTimeout: 5000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  let free = connections;
  const waiting: (() => void)[] = [];
  /** Waits for a connection first, so that the deadline only covers the mail server. */
  const inTurn = async (work: () => Promise<void>) => {
    if (free > 0) free--;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  return {
    async send(id, mail) {
      const message = composeMessage({
        from: { name: oneLine(await from.name()), address: from.address },
        to: { name: oneLine(mail.to.name), address: oneLine(mail.to.address) },
        replyTo: mail.replyTo && oneLine(mail.replyTo),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${from.address.split("@")[1]}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      await inTurn(() => inTime(transport.sendMail(message)));
    },
    close: () => transport.close(),
  };
}

async function inTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the mail server took more than ${SEND_MS} ms`)), SEND_MS);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/** Nothing is sent; the stored mail is read at /mailbox. */
export const mailboxMailer: Mailer = { send: async () => {}, close: () => {} };

function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").trim();
}
