/** The mailbox of an installation without a mail server: what was sent, newest first (operations.md). */
import { desc, eq } from "drizzle-orm";
import { data } from "react-router";
import { mails } from "../db/schema.ts";
import type { Services } from "../services.server.ts";

const SHOWN = 100;

/** Throws 404 where a mail server is configured: then this place does not exist. */
export function requireMailbox(services: Services): void {
  if (!services.mailbox) throw data(null, { status: 404 });
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
