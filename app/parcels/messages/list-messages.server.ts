/** TELL-11: reads the messages to receivers, newest first, by keyset. */
import { and, desc, eq, sql } from "drizzle-orm";
import { typedTrackingCode } from "../../domain/codes-in-text.ts";
import {
  CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type Channel,
  type MessageKind,
  type MessageState,
} from "../../domain/receiver-messages.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { bookings, receiverMessages } from "../../platform/db/schema.ts";
import { readPage } from "../../platform/http/keyset.server.ts";
import type { Page, PageParams } from "../../platform/http/keyset.ts";

const PAGE = 50;

export type MessageFilter = {
  code: string;
  kind: MessageKind | null;
  channel: Channel | null;
  state: MessageState | null;
};

const one = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word === text) ?? null;

/** Reads the filter from the URL. Ignores unknown values. */
export const readMessageFilter = (params: URLSearchParams): MessageFilter => ({
  code: (params.get("code") ?? "").slice(0, 40).trim(),
  kind: one(MESSAGE_KINDS, params.get("kind")),
  channel: one(CHANNELS, params.get("channel")),
  state: one(MESSAGE_STATES, params.get("state")),
});

const { id, kind, channel, state, failure, text, priceKobo, createdAt, dueAt } = receiverMessages;
const { sentAt, deliveredAt, failedAt } = receiverMessages;
const columns = {
  id,
  kind,
  channel,
  state,
  failure,
  text,
  priceKobo,
  createdAt,
  dueAt,
  sentAt,
  deliveredAt,
  failedAt,
};

const matching = ({ code, ...words }: MessageFilter) =>
  and(
    code ? eq(bookings.trackingCode, typedTrackingCode(code)) : undefined,
    words.kind ? eq(kind, words.kind) : undefined,
    words.channel ? eq(channel, words.channel) : undefined,
    words.state ? eq(state, words.state) : undefined,
  );

const from = (db: Pick<Db, "select">) =>
  db
    .select({ ...columns, code: bookings.trackingCode })
    .from(receiverMessages)
    .innerJoin(bookings, eq(bookings.id, receiverMessages.bookingId));

export type MessageLine = Awaited<ReturnType<typeof from>>[number];

export const listMessages = (db: Db, filter: MessageFilter, page: PageParams): Promise<Page<MessageLine>> =>
  readPage([createdAt, id], PAGE, page, ({ where, orderBy, limit }) =>
    from(db)
      .where(and(matching(filter), where))
      .orderBy(...orderBy)
      .limit(limit),
  );

/** Counts the messages of a filter, up to 1,000. */
export const countMessages = (db: Db, filter: MessageFilter): Promise<number> =>
  countUpTo(
    db,
    sql`${receiverMessages} inner join ${bookings} on ${bookings.id} = ${receiverMessages.bookingId} where ${matching(filter) ?? sql`true`}`,
  );

export const messagesOfBooking = (db: Db, bookingId: string): Promise<MessageLine[]> =>
  from(db).where(eq(receiverMessages.bookingId, bookingId)).orderBy(desc(createdAt), desc(id)).limit(20);
