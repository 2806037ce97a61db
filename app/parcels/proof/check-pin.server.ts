/** PROOF-2: compares the PIN that a receiver says with the PIN of the booking. */
import { and, inArray, ne, sql } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import { PIN_TRIES } from "../../domain/proof.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, receiverLinks, runPieces } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { sameBytes } from "../../platform/tokens.server.ts";
import { openPin } from "../../history/draw-pins.server.ts";

/** `used_up`: too many wrong PINs were tried, so a new PIN is needed. `none`: the booking has no PIN. */
export type PinAnswer = "right" | "wrong" | "used_up" | "none";
export type PinCheck = {
  /**
   * The result for each booking, by id. Null if the typed PIN is the right PIN of another receiver at the same stop.
   */
  answers: Map<string, PinAnswer | null>;
  /** The number of tries that are still allowed for the booking with the most wrong tries. */
  triesLeft: number;
};

export type PinToCheck = {
  /** The run of the delivery. Without a run, a PIN is valid only for its own booking. */
  runId: string | null;
  bookingIds: readonly string[];
  pin: string;
};

/** `pin` is null if the booking has no PIN, or if the PIN was encrypted with another secret. */
type Compared = { bookingId: string; phone: string; pin: string | null; wrongPins: number };

/**
 * Compares a typed PIN in the caller's transaction. The PIN is valid for all bookings with the same phone number at the
 * same stop of the run. A wrong PIN counts as a try for each of these bookings. After five tries only a new PIN is
 * accepted. A caller that also locks the bookings must lock them before this call.
 */
export async function checkPin(
  tx: Tx,
  { secret }: Pick<Services, "secret">,
  { runId, bookingIds, pin }: PinToCheck,
): Promise<PinCheck> {
  const rows = await comparedWith(tx, { secret }, runId, bookingIds);
  const typed = Buffer.from(pin.replace(/\s/g, ""));
  const isIt = ({ pin: drawn }: Compared) => drawn !== null && sameBytes(typed, Buffer.from(drawn));
  const groups = [...Map.groupBy(rows, ({ phone }) => phone).values()].map((own) => ({
    own,
    answer: answerOf(own, isIt),
  }));
  const someRight = groups.some(({ answer }) => answer === "right");
  const wrong = someRight ? [] : groups.flatMap(({ own, answer }) => (answer === "wrong" ? own : []));
  await countWrong(tx, wrong);
  const answers = new Map<string, PinAnswer | null>();
  for (const { own, answer } of groups)
    for (const { bookingId } of own)
      if (bookingIds.includes(bookingId))
        answers.set(bookingId, someRight && answer !== "right" ? null : answer);
  for (const id of bookingIds) if (!answers.has(id)) answers.set(id, someRight ? null : "none");
  const tried = Math.max(0, ...rows.map(({ wrongPins }) => wrongPins)) + (wrong.length > 0 ? 1 : 0);
  return { answers, triesLeft: Math.max(0, PIN_TRIES - tried) };
}

function answerOf(own: readonly Compared[], isIt: (row: Compared) => boolean): PinAnswer {
  const drawn = own.filter(({ pin }) => pin !== null);
  const open = drawn.filter(({ wrongPins }) => wrongPins < PIN_TRIES);
  if (drawn.length === 0) return "none";
  if (open.length === 0) return "used_up";
  return open.some(isIt) ? "right" : "wrong";
}

/**
 * Reads the given bookings, and all bookings with the same phone numbers at the same stops of the run. Locks the rows
 * with the PINs, so that simultaneous tries are all counted.
 */
async function comparedWith(
  tx: Tx,
  secret: Pick<Services, "secret">,
  runId: string | null,
  ids: readonly string[],
): Promise<Compared[]> {
  const own = sql`select receiver_phone from ${bookings} where id = any(${sql.param(ids)}::uuid[])`;
  const there = sql`select p.booking_id from ${runPieces} rp join ${pieces} p on p.id = rp.piece_id
    where rp.run_id = ${runId} and not p.returning and rp.stop in (
      select mine.stop from ${runPieces} mine join ${pieces} q on q.id = mine.piece_id
      where mine.run_id = ${runId} and q.booking_id = any(${sql.param(ids)}::uuid[]))`;
  const found = await tx
    .select({ id: bookings.id, phone: bookings.receiverPhone })
    .from(bookings)
    .where(
      and(
        ne(bookings.receiverPhone, NOT_STORED),
        sql`${bookings.receiverPhone} in (${own})`,
        sql`(${bookings.id} = any(${sql.param(ids)}::uuid[]) or ${bookings.id} in (${there}))`,
      ),
    );
  const phones = new Map(found.map(({ id, phone }) => [id, phone]));
  if (phones.size === 0) return [];
  const links = await tx
    .select({
      bookingId: receiverLinks.bookingId,
      pin: receiverLinks.pin,
      wrongPins: receiverLinks.wrongPins,
    })
    .from(receiverLinks)
    .where(inArray(receiverLinks.bookingId, [...phones.keys()]))
    .orderBy(receiverLinks.bookingId)
    .for("no key update");
  const byId = new Map(links.map((link) => [link.bookingId, link]));
  return [...phones].map(([bookingId, phone]) => {
    const { pin = null, wrongPins = 0 } = byId.get(bookingId) ?? {};
    return { bookingId, phone, wrongPins, pin: openPin(secret, bookingId, pin) };
  });
}

async function countWrong(tx: Tx, rows: readonly Compared[]): Promise<void> {
  const ids = rows.filter(({ pin }) => pin !== null).map(({ bookingId }) => bookingId);
  if (ids.length === 0) return;
  await tx
    .update(receiverLinks)
    .set({ wrongPins: sql`${receiverLinks.wrongPins} + 1` })
    .where(inArray(receiverLinks.bookingId, ids));
}
