/** The interface for sending mail. Mail goes to an SMTP server. Without one, it is only stored for /mailbox. */
import { createTransport } from "nodemailer";
import { composeMessage } from "./compose-message.server.ts";

export type Mail = {
  /** The recipient. A line break or comma in the name cannot add another recipient. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** The secret that replaces the placeholder in `text` and `html` when the mail is sent (hidden.ts). */
  secret?: string;
};

/** The error if the mail server refused the recipient. `reply` is the server's whole answer to `RCPT TO`. */
export class RecipientRefused extends Error {
  readonly reply: string;
  constructor(message: string, reply: string) {
    super(message);
    this.reply = reply;
  }
}

/** The sender's email address if MAIL_FROM is not set. Nobody receives mail at this address. */
export const NO_REPLY = "no-reply@onadelivery.example";

/** `send` throws `RecipientRefused` if the server refuses the recipient, and another error for any other failure. */
export type Mailer = { send(id: string, mail: Mail): Promise<void>; close(): void };

/** The time limit for sending one mail. It applies even if the mail server is slow but still responds. */
const SEND_MS = 40_000;

/**
 * Sends mail through an SMTP server, over at most `connections` connections. The Message-ID is made from the job's id,
 * so that mail programs recognise a mail that is sent twice.
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
  /** Waits for a free connection and runs `work`. The time limit of `work` does not include the waiting. */
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
      await inTurn(() => inTime(transport.sendMail(message).catch(throwRefusal)));
    },
    close: () => transport.close(),
  };
}

function throwRefusal(problem: unknown): never {
  const { command, response, message } = problem as { command?: string; response?: unknown; message: string };
  if (command === "RCPT TO" && typeof response === "string") throw new RecipientRefused(message, response);
  throw problem;
}

async function inTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the mail server took more than ${SEND_MS} ms`)), SEND_MS);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/** Sends nothing. The stored mails can be read at /mailbox. */
export const mailboxMailer: Mailer = { send: async () => {}, close: () => {} };

function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, " ").trim();
}
