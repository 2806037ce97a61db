/** STAFF-10: contact messages in the back office. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import { bookings, contactMessages, contactReplies, customerSummaries } from "../../platform/db/schema.ts";
import { sharedRead } from "../../platform/db/shared-read.server.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { hasTrigram } from "../../platform/http/search.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { trackingCodesIn } from "../../domain/codes-in-text.ts";
import { formatPhone } from "../../domain/phone.ts";

const PAGE_SIZE = 50;
const RECENT = 5000;
const UNREAD_CAP = 1000;

export type InboxTab = "all" | "unread" | "read";
export type InboxFilter = { tab: InboxTab; search: string } & PageParams;

const columns = {
  ...pickColumns(contactMessages, "id", "name", "email", "subject", "isRead", "repliedAt", "createdAt"),
};
export type InboxRow = { [K in keyof typeof columns]: (typeof contactMessages.$inferSelect)[K] };

const IN_TAB = {
  all: undefined,
  // PostgreSQL uses the partial index of unread messages only if the index has exactly this condition.
  unread: sql`not ${contactMessages.isRead}`,
  read: sql`${contactMessages.isRead}`,
};

/** Reads messages, newest first. Needs `readMessages`. */
export async function listContactMessages(db: Db, filter: InboxFilter): Promise<Page<InboxRow>> {
  const { tab, search } = filter;
  const { where: behind, orderBy } = keyset([contactMessages.createdAt, contactMessages.id], filter);
  const where = and(IN_TAB[tab], behind);
  const matches = searchCondition(contactMessages.search, search, { phones: true });
  // A search without three letters or digits in a row cannot use the trigram index. Such a search covers only
  // the newest messages.
  const recent =
    matches && !hasTrigram(search)
      ? db
          .select()
          .from(contactMessages)
          .where(where)
          .orderBy(...orderBy)
          .limit(RECENT)
          .as("contact_messages")
      : contactMessages;
  const rows = await db
    .select(columns)
    .from(recent)
    .where(recent === contactMessages ? and(where, matches) : matches)
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, filter);
}

/** Counts the messages of a tab, up to 1,000. */
export const countTab = (db: Db, tab: InboxTab): Promise<number> =>
  countUpTo(db, sql`${contactMessages} where ${IN_TAB[tab] ?? sql`true`}`);

const unread = namedStatement<{ n: number }>(
  "unread_messages",
  () =>
    sql`select count(*)::int as n from (select 1 from ${contactMessages} where not is_read limit ${UNREAD_CAP}) unread`,
);

/** Counts the unread messages, up to 1,000. The partial index of unread messages makes this fast. */
export const countUnread = sharedRead(async (db) => {
  const { rows } = await unread(db, {});
  return rows[0]?.n ?? 0;
});

/** Reads a message, its replies, and the id of the customer with the writer's email address. Null if not found. */
export async function readMessage(db: Db, id: string) {
  const [found] = await db
    .select({ message: contactMessages, customerId: customerSummaries.id })
    .from(contactMessages)
    .leftJoin(customerSummaries, eq(customerSummaries.email, sql`lower(${contactMessages.email})`))
    .where(eq(contactMessages.id, id));
  if (!found) return null;
  const { message, customerId } = found;
  const replies = await db
    .select({ id: contactReplies.id, body: contactReplies.body, createdAt: contactReplies.createdAt })
    .from(contactReplies)
    .where(eq(contactReplies.messageId, id))
    .orderBy(contactReplies.createdAt);
  const codes = await knownCodes(db, message.message);
  const { search: _search, formKey: _formKey, formHash: _formHash, ...shown } = message;
  return { ...shown, customerId, phone: shown.phone && formatPhone(shown.phone), replies, codes };
}

/** Returns the tracking codes in a text that belong to bookings, each code once. */
async function knownCodes(db: Db, text: string): Promise<string[]> {
  const named = trackingCodesIn(text);
  if (named.length === 0) return [];
  const rows = await db
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.trackingCode, named));
  return rows.map(({ code }) => code);
}
export type FullMessage = NonNullable<Awaited<ReturnType<typeof readMessage>>>;
