/** TRACK-1: stores a booking under a unique tracking code. One statement writes all the necessary rows. */
import { createHash } from "node:crypto";
import { eq, or, sql } from "drizzle-orm";
import {
  drawTrackingCode,
  fallbackTrackingCode,
  NINE_DIGITS_FROM,
  type CodeLetters,
} from "../../domain/tracking-code.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import { acts, apiBookings, bookingCharges, bookings, bookingEvents } from "../../platform/db/schema.ts";
import { literalWord } from "../../platform/db/schema/columns.ts";
import { MAILS } from "../../notifications/notify.server.ts";
import { insertJob } from "../../platform/jobs/jobs.server.ts";
import type { FrozenQuote } from "../../money/prices/charges.server.ts";
import type { ActAuthor } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import type { ApiFacts } from "./api-facts.ts";

const DRAWS = 8;
const FALLBACKS = 20;

type Row = Omit<typeof bookings.$inferInsert, "trackingCode" | "id">;
type Stored = { id: string; trackingCode: string };
export type BookingToStore = {
  row: Row & { createdAt: Date };
  /** The author of the event, who may be another person than the sender. */
  author: ActAuthor;
  price: FrozenQuote | null;
  letters: CodeLetters;
  api?: ApiFacts | null;
};

/**
 * Counting is slow, so this reads PostgreSQL's estimate, which is at most a tenth too low. -1 means that there is no
 * estimate yet.
 */
const ABOUT_HOW_MANY = sql`(select reltuples from pg_class where oid = to_regclass('bookings'))`;

const value = (name: string) => sql`${sql.placeholder(name)}`;

/**
 * Returns the statement that writes booking, act, first event, price and mail job. For a booking of a batch, no mail
 * job is written (BULK-7). The rows refer to each other only by the booking's id, so one statement can write them.
 */
const write = (columns: (keyof Row)[], byApi: boolean) => {
  const names = sql.join(
    [...columns, "trackingCode" as const].map((column) => sql.identifier(bookings[column].name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map((column) => sql.param(sql.placeholder(column), bookings[column])),
    sql`, `,
  );
  const code = sql`case when ${ABOUT_HOW_MANY} < ${value("nineDigitsFrom")}::float8 then ${value("eight")} else ${value("nine")} end`;
  const api = sql`, api as (
      insert into ${apiBookings} (booking_id, owner_id, reference, metadata, test_speed, created_at)
      select id, ${value("ownerId")}::uuid, ${value("reference")}::text, ${value("metadata")}::jsonb, ${value("testSpeed")}::text, created_at from made
    )`;
  return sql`
    with made as (
      insert into ${bookings} (${names}) values (${values}, ${code}) on conflict do nothing returning id, tracking_code, created_at, batch_id
    ), act as (
      insert into ${acts} (kind, source, author_id, occurred_at, received_at)
      select 'booked', ${value("source")}::text, ${value("authorId")}::uuid, created_at, created_at from made returning id
    ), event as (
      insert into ${bookingEvents} (booking_id, act_id, occurred_at, received_at, kind, to_status, by_user_id, by_name)
      select made.id, act.id, created_at, created_at, 'booked', ${literalWord(FIRST_STATUS)}, ${value("byUserId")}::uuid, ${value("byName")}::text from made, act
    ), charge as (
      insert into ${bookingCharges} (booking_id, kind, price_list_version, lines, total_kobo, at)
      select id, 'quoted', ${value("priceList")}::int, ${value("lines")}::jsonb, ${value("totalKobo")}::bigint, created_at
      from made where ${value("lines")}::jsonb is not null
    ), mail as (
      ${insertJob(MAILS, sql`jsonb_build_object('kind', 'booking_made', 'bookingId', made.id)`, sql`(select * from made where batch_id is null) made`)}
    )${byApi ? api : sql``}
    select id, tracking_code as "trackingCode" from made`;
};

/** The prepared statements, by their columns. Nearly all bookings have the same columns and so share one statement. */
const statements = new Map<string, ReturnType<typeof namedStatement<Stored>>>();

function statementFor(row: Row, byApi: boolean) {
  const columns = (Object.keys(row) as (keyof Row)[]).toSorted();
  // A connection finds a prepared statement by its name, so the name must depend on the columns.
  const name = `new_booking_${createHash("sha256").update(`${byApi} ${columns.join()}`).digest("hex").slice(0, 16)}`;
  const known = statements.get(name);
  if (known) return known;
  const made = namedStatement<Stored>(name, () => write(columns, byApi));
  statements.set(name, made);
  return made;
}

/**
 * Stores a booking under an unused code. Once there are `nineDigitsFrom` bookings, new codes have nine digits.
 * Outside a transaction, the call makes its own transaction.
 *
 * Null if the idempotency key or the order already has a booking; then nothing is stored. 'on conflict do nothing' does
 * not name the failed constraint, so the key and the order are checked before another code is tried.
 *
 * Throws a violation of `api_bookings_reference` if the owner of the API key has a booking with this reference. Also
 * throws if no unused code is found.
 */
export async function storeBooking(
  { now, randomInt, jobs }: Pick<Services, "now" | "randomInt" | "jobs">,
  db: Db | Tx,
  { row, author, price, letters, api = null }: BookingToStore,
  nineDigitsFrom = NINE_DIGITS_FROM,
): Promise<Stored | null> {
  const statement = statementFor(row, api !== null);
  for (let tries = 0; tries < DRAWS + FALLBACKS; tries++) {
    const code =
      tries < DRAWS ? drawTrackingCode(randomInt, letters) : fallbackTrackingCode(now(), randomInt);
    const { rows } = await statement(db, {
      ...row,
      ...(author.source === "office" ? author.by : { byUserId: null, byName: null }),
      ...{ source: author.source, authorId: author.authorId },
      ...(typeof code === "string" ? { eight: code, nine: code } : code),
      nineDigitsFrom,
      priceList: price?.priceListVersion ?? null,
      lines: price && JSON.stringify(price.lines),
      totalKobo: price?.totalKobo ?? null,
      ...(api && {
        ...{ ownerId: api.ownerId, reference: api.reference, testSpeed: api.testSpeed },
        metadata: JSON.stringify(api.metadata),
      }),
    });
    const [made] = rows;
    if (made) {
      if (!row.batchId) jobs.added(MAILS);
      return made;
    }
    const [taken] = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(
        or(eq(bookings.formKey, row.formKey), row.orderId ? eq(bookings.orderId, row.orderId) : undefined),
      );
    if (taken) return null;
  }
  throw new Error("no free tracking code was found");
}
