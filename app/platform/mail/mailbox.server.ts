/**
 * MAIL-2: reads the mailbox of an installation without a mail server: the sent mails, newest first. The sandbox's mails
 * (API-9) are among them.
 */
import { and, desc, eq, isNull } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { ownMachineContext, servicesContext } from "../context.ts";
import { apiKeys, mails } from "../db/schema.ts";
import type { Db } from "../db/client.server.ts";
import type { Services } from "../services.server.ts";

const SHOWN = 100;

/**
 * Throws 404 if a mail server is configured, because then there is no mailbox. Throws 421 for a request from another
 * machine, unless the operator opened the mailbox to everybody.
 */
export function requireMailbox(context: Readonly<RouterContextProvider>): Services {
  const services = context.get(servicesContext);
  if (!services.mailbox) throw data(null, { status: 404 });
  if (!services.mailboxPublic && !context.get(ownMachineContext)) throw data(null, { status: 421 });
  return services;
}

/** Returns the company's database and, while a test key exists, the sandbox's database. */
async function databasesOf({ db, sandbox }: Services): Promise<Db[]> {
  const tests =
    sandbox && (await db.$count(apiKeys, and(eq(apiKeys.mode, "test"), isNull(apiKeys.revokedAt))));
  return tests ? [db, (await sandbox.open()).db] : [db];
}

export async function readMailbox(services: Services) {
  const found = await Promise.all(
    (await databasesOf(services)).map((db) =>
      db.select().from(mails).orderBy(desc(mails.sentAt), desc(mails.id)).limit(SHOWN),
    ),
  );
  const newestFirst = found.flat().toSorted((a, b) => b.sentAt.getTime() - a.sentAt.getTime());
  return newestFirst.slice(0, SHOWN).map((mail) => ({
    id: mail.id,
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    links: [...mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link),
    sentAt: mail.sentAt,
  }));
}

export async function readMail(services: Services, id: string) {
  for (const db of await databasesOf(services)) {
    const [mail] = await db.select().from(mails).where(eq(mails.id, id));
    if (mail) return mail;
  }
  return null;
}
