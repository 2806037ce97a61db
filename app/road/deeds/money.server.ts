/**
 * DEED-7: records the money that a rider took at the receiver's door or at a pickup: in the rider's cash
 * account, as a payment of the delivery price, and as a collection for the goods.
 */
import { doorsOf } from "../../money/payments/door.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { askLess } from "../../parcels/less-agreed/ask-less.server.ts";
import { collectMoney } from "../../money/settlements/collect-money.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { MoneyOfDeed } from "./protocol.ts";
import type { Delivery, DeedAtStop } from "./deed-work.server.ts";

/**
 * Records the money that the rider took for the rider's own parcels at a stop. Flags the deed if the rider took less
 * than the phone showed and nobody agreed. DEED-12: if the deed waits for a parcel, `storeTold` records that parcel's
 * money. Returns the cash of each booking, in kobo.
 */
export async function recordDoorMoney(
  stop: DeedAtStop,
  took: readonly MoneyOfDeed[],
  where: "door" | "pickup",
): Promise<Map<string, number>> {
  const { deedWork, run, there, refused } = stop;
  const { actor, occurredAt, flags, bookingIds, counts } = deedWork;
  const collected = new Map<string, number>();
  const own = new Set([...there, ...refused].map(({ bookingId }) => bookingId));
  for (const { booking, shown, takenKobo, method, agreedBy } of took.toSorted(byBooking)) {
    if (!own.has(booking)) {
      if (!counts) flags.add("not_yours");
      continue;
    }
    bookingIds.add(booking);
    const shownKobo = shown.deliveryKobo + shown.codKobo;
    // All amounts for the booking, because it may be paid partly in cash and partly by transfer.
    const parts = took.filter((one) => one.booking === booking);
    const wholeKobo = parts.reduce((sum, one) => sum + one.takenKobo, 0);
    if (wholeKobo < shownKobo && !agreedBy) flags.add("amount_differs");
    if (takenKobo === 0 && shownKobo === 0) continue;
    const note = agreedBy ? `Agreed by ${agreedBy}` : "";
    await collectMoney(deedWork, {
      holder: { kind: "rider", id: actor.id },
      bookingId: booking,
      amountKobo: takenKobo,
      occurredAt,
      method,
      restByTransfer: wholeKobo >= shownKobo && parts.some((one) => one.method === "transfer"),
      runId: run.id,
      at: where,
      ...(note && { note }),
    });
    if (method === "cash") collected.set(booking, (collected.get(booking) ?? 0) + takenKobo);
  }
  if (where === "door") await askAboutLess(stop, took);
  return collected;
}

/**
 * CASH-15: asks the sender if the rider took less than the phone showed and money is still due, because only the rider
 * says that the sender agreed. A returning parcel is left out, because its sender is at that door.
 */
async function askAboutLess(
  { deedWork, run, there, refused }: DeedAtStop,
  took: readonly MoneyOfDeed[],
): Promise<void> {
  const codes = new Map([...there, ...refused].map(({ bookingId, code }) => [bookingId, code]));
  const less = [...Map.groupBy(took, ({ booking }) => booking)].flatMap(([bookingId, parts]) => {
    const [first] = parts;
    const takenKobo = parts.reduce((sum, one) => sum + one.takenKobo, 0);
    const code = codes.get(bookingId);
    const isLess = takenKobo < first!.shown.deliveryKobo + first!.shown.codKobo;
    return code !== undefined && isLess ? [{ bookingId, code, takenKobo, parts }] : [];
  });
  const doors = await doorsOf(
    deedWork.tx,
    less.map(({ code }) => code),
  );
  for (const { bookingId, code, takenKobo, parts } of less) {
    const money = doors.get(code);
    const transferKobo = transferOf(parts);
    const leftKobo = (money?.door.totalKobo ?? 0) - transferKobo;
    if (!money || money.returning || leftKobo <= 0) continue;
    await askLess(deedWork, {
      ...{ bookingId, runId: run.id, hubId: run.hubId, takenKobo, ofKobo: takenKobo + leftKobo },
      deliveryKobo: Math.max(0, money.door.deliveryKobo - transferKobo),
      agreedBy: parts.find(({ agreedBy }) => agreedBy)?.agreedBy ?? null,
    });
  }
}

const transferOf = (parts: readonly MoneyOfDeed[]): number =>
  parts.reduce((sum, one) => sum + (one.method === "transfer" ? one.takenKobo : 0), 0);

/**
 * Sorts amounts by booking. Cash comes before a transfer: cash pays the amount due first, so dispatch must confirm a
 * transfer only for what is still due after the cash.
 */
const byBooking = (a: MoneyOfDeed, b: MoneyOfDeed) =>
  a.booking.localeCompare(b.booking) || a.method.localeCompare(b.method);

/**
 * CASH-15: flags each delivery for which money is still due although the rider took the full amount that the phone
 * showed. Also opens a cash difference, because the shown amount may be wrong. If the rider took less than the shown
 * amount, the delivery is left out, because its sender is asked. A returning parcel is left out, too.
 */
export async function askAboutUnpaid(tx: Tx, deliveries: readonly Delivery[]): Promise<void> {
  const shown = deliveries.flatMap(({ there, ...stop }) =>
    [...new Map(there.map((piece) => [piece.bookingId, piece])).values()].flatMap((piece) => {
      const parts = stop.did.took.filter(({ booking }) => booking === piece.bookingId);
      const { deliveryKobo, codKobo } = parts[0]?.shown ?? { deliveryKobo: 0, codKobo: 0 };
      const shownKobo = deliveryKobo + codKobo;
      const isAsked = parts.reduce((sum, { takenKobo }) => sum + takenKobo, 0) < shownKobo;
      return piece.returning || isAsked ? [] : [{ ...stop, ...piece, parts, shownKobo }];
    }),
  );
  const doors = await doorsOf(
    tx,
    shown.map(({ code }) => code),
  );
  for (const { code, bookingId, deedWork, run, parts, shownKobo } of shown) {
    const leftKobo = (doors.get(code)?.door.totalKobo ?? 0) - transferOf(parts);
    if (leftKobo <= 0) continue;
    deedWork.flags.add("amount_differs");
    const note = `${formatNaira(leftKobo)} is still to be paid at the door: the phone of ${deedWork.actor.name} showed ${formatNaira(shownKobo)}`;
    const about = { bookingId, runId: run.id, hubId: run.hubId };
    await openExceptions(
      tx,
      [{ kind: "cash_difference", ...about, note, details: { lessKobo: leftKobo } }],
      deedWork.act,
    );
  }
}
