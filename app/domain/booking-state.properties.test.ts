/** The state derived from a booking's events, for every set of events in every order of arrival. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { bookingState, latestDeeds, type StateEvent } from "./booking-state.ts";
import { BOOKING_STATUSES, isOnTheWay } from "./delivery-status.ts";
import { EVENT_FACTS, EVENT_KINDS } from "./event-kinds.ts";

const DAY = Date.UTC(2026, 9, 1);
type Drawn = Omit<StateEvent, "id" | "undoes"> & { undone: boolean };
/**
 * The events have only a few different times, so that several have the same time. Many events are deliveries, because
 * otherwise hardly any booking would have all its pieces delivered.
 */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.oneof(
    fc.constant("delivered"),
    fc.constantFrom("delivered", "attempted", "out_for_delivery"),
    fc.constantFrom(...EVENT_KINDS.filter((kind) => kind !== "undone")),
  ),
  occurredAt: fc.integer({ min: 0, max: 9 }).map((hour) => new Date(DAY + hour * 3_600_000)),
  toStatus: fc.constantFrom(...BOOKING_STATUSES),
  piece: fc.option(fc.integer({ min: 1, max: 3 })),
  undone: fc.boolean(),
  phone: fc.constant(null),
});
/** Returns the events, numbered in the order of the list, followed by the events that undo some of them. */
function events(list: readonly Drawn[], withUndone = true): StateEvent[] {
  const told = list.map((event, n) => ({ ...event, id: n + 1, undoes: null }));
  if (!withUndone) return told.filter((_, n) => !list[n]!.undone);
  const back = list.flatMap(({ undone }, n) =>
    undone ? [{ ...told[n]!, id: list.length + n + 1, kind: "undone" as const, undoes: n + 1 }] : [],
  );
  return [...told, ...back];
}
const booking = fc.record({
  pieces: fc.integer({ min: 1, max: 3 }),
  list: fc.array(drawn, { maxLength: 12 }),
});
const shuffled = booking.chain(({ pieces, list }) =>
  fc.record({
    pieces: fc.constant(pieces),
    list: fc.constant(list),
    other: fc.shuffledSubarray(list, { minLength: list.length }),
  }),
);

test("[STATUS-9] the same events give the same state in any order of arrival", () => {
  holds([shuffled], ({ pieces, list, other }) => {
    const state = bookingState(pieces, events(list));
    expect(bookingState(pieces, events(other))).toEqual(state);
    expect(bookingState(pieces, events(list).toReversed())).toEqual(state);
    return state.status !== "pending" && new Set(list.map(({ kind }) => kind)).size > 1;
  });
});

test("[STATUS-9] [CUSTODY-6] of two deeds in one moment the one further on the way counts, then the one whose kind is later in the table", () => {
  const later = (...kinds: StateEvent["kind"][]) => {
    const both = kinds.map((kind, id): StateEvent => ({
      ...{ id, kind, occurredAt: new Date(DAY), toStatus: "failed", piece: null, undoes: null, phone: null },
    }));
    const [one] = latestDeeds(1, both);
    expect(latestDeeds(1, both.toReversed())).toEqual([one]);
    return one?.kind;
  };
  expect(later("arrived_at_hub", "left_hub")).toBe("left_hub");
  expect(later("out_for_delivery", "delivered")).toBe("delivered");
  // `return_started` stands after `delivered` in EVENT_FACTS, but counts as an earlier step of a piece.
  expect(later("return_started", "delivered")).toBe("delivered");
  // A status that staff set by hand overrules every deed of the same moment.
  expect(later("status_set", "delivered")).toBe("status_set");
});

test("[STATUS-9] an undone event did not happen", () => {
  holds([booking], ({ pieces, list }) => {
    const state = bookingState(pieces, events(list));
    expect(state).toEqual(bookingState(pieces, events(list, false)));
    return list.some(({ undone }) => undone) && state.status !== "pending";
  });
});

/** The status that an event leads to, read from EVENT_FACTS independently of the code under test. */
const says = ({ kind, toStatus }: StateEvent) =>
  kind === "status_set" ? toStatus : EVENT_FACTS[kind].leadsTo;
/** Returns, for each piece, the time of its latest deed and the statuses of all deeds at that time. */
function latestOf(pieces: number, list: readonly StateEvent[]) {
  return Array.from({ length: pieces }, (_, n) => {
    const own = list.filter((one) => (one.piece === null || one.piece === n + 1) && says(one) !== null);
    const at = Math.max(...own.map(({ occurredAt }) => occurredAt.getTime()));
    return { at, says: new Set(own.filter(({ occurredAt }) => occurredAt.getTime() === at).map(says)) };
  });
}

test("[STATUS-9] a booking is delivered when the latest deed of each piece is a delivery, at the deed of the last", () => {
  holds([booking], ({ pieces, list }) => {
    const kept = events(list, false);
    const { status, deliveredAt, deliveredPieces } = bookingState(pieces, kept);
    const each = latestOf(pieces, kept);
    // If several deeds of a piece have the latest time, any of them may count. An earlier deed never counts.
    if (status === "delivered") {
      expect(each.every((piece) => piece.says.has("delivered"))).toBe(true);
      expect(deliveredAt?.getTime()).toBe(Math.max(...each.map(({ at }) => at)));
      expect(deliveredPieces).toBe(pieces);
    } else {
      expect(each.every((piece) => piece.says.has("delivered") && piece.says.size === 1)).toBe(false);
      expect(deliveredAt).toBeNull();
      expect(deliveredPieces).toBeLessThan(pieces);
    }
    return status === "delivered";
  });
});

test("[STATUS-9] while a piece is on the way the booking is, and it stays pending until one moves", () => {
  holds([booking], ({ pieces, list }) => {
    const alone = Array.from({ length: pieces }, (_, n) => {
      const own = events(list).filter(({ piece }) => piece === null || piece === n + 1);
      return bookingState(
        1,
        own.map((event) => ({ ...event, piece: null })),
      ).status;
    });
    const { status } = bookingState(pieces, events(list));
    expect(isOnTheWay(status)).toBe(alone.some(isOnTheWay));
    expect(status === "pending").toBe(alone.every((one) => one === "pending"));
    return alone.some(isOnTheWay) && !alone.every(isOnTheWay);
  });
});

const FIRST: Omit<StateEvent, "kind"> = {
  ...{ id: 1, occurredAt: new Date(DAY), toStatus: "failed", piece: null, undoes: null, phone: null },
};

test("[STATUS-9] each kind leads to the status of the table, and the rest changes nothing", () => {
  const to = (status: string | null) => EVENT_KINDS.filter((kind) => EVENT_FACTS[kind].leadsTo === status);
  expect(to("in_transit")).toEqual([
    "picked_up",
    "arrived_at_hub",
    "left_hub",
    "out_for_delivery",
    "rescheduled",
    "held_for_collection",
    "return_started",
  ]);
  expect(to("delivered")).toEqual(["delivered"]);
  expect(to("failed")).toEqual(["attempted", "returned", "cancelled"]);
  expect(to("pending")).toEqual([]);
  for (const toStatus of BOOKING_STATUSES)
    expect(bookingState(1, [{ ...FIRST, kind: "status_set", toStatus }]).status).toBe(toStatus);
  for (const kind of to(null).filter((one) => one !== "status_set"))
    expect(bookingState(1, [{ ...FIRST, kind }])).toEqual({
      status: "pending",
      deliveredAt: null,
      deliveredPieces: 0,
    });
});
