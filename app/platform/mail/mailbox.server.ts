/** MAIL-2: the mailbox of an installation without a mail server: sent mails, newest first. */
import { desc, eq } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { ownMachineContext, servicesContext } from "../context.ts";
import { mails } from "../db/schema.ts";
import type { Services } from "../services.server.ts";

const SHOWN = 100;

/**
 * Throws 404 if a mail server is configured, because then there is no mailbox. Throws 421 if the request was made on
 * another machine, unless the operator opened the mailbox to everybody.
 */
export function requireMailbox(context: Readonly<RouterContextProvider>): Services {
  const services = context.get(servicesContext);
  if (!services.mailbox) throw data(null, { status: 404 });
  if (!services.mailboxPublic && !context.get(ownMachineContext)) throw data(null, { status: 421 });
  return services;
}

export async function readMailbox({ db }: Services) {
  const rows = await db.select().from(mails).orderBy(desc(mails.sentAt), desc(mails.id)).limit(SHOWN);
  return rows.map((mail) => ({
    id: mail.id,
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    links: [...mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link),
    sentAt: mail.sentAt,
  }));
}

export async function readMail({ db }: Services, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail ?? null;
}
