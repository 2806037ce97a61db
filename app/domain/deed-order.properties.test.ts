/** The order of deeds, which the state of a booking and the custody of its pieces share. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import {
  bookingState,
  countedEvents,
  disagreementsOf,
  latestDeeds,
  type StateEvent,
} from "./booking-state.ts";
import { holderOf, type CustodyEntry } from "./custody.ts";
import { inOrder, type ByPhone } from "./deed-order.ts";
import { EVENT_FACTS } from "./event-kinds.ts";

const DAY = Date.UTC(2026, 9, 1);
const HOUR = 3_600_000;
/** Kinds of deeds that move a piece, and a kind that does not: an attempt. */
const MOVES = ["picked_up", "arrived_at_hub", "out_for_delivery", "delivered", "returned"] as const;
const KINDS = [...MOVES, "attempted"] as const;

type Told = { kind: (typeof KINDS)[number]; hour: number; phone: ByPhone | null };
/** The deeds happen at only three times, so that most deeds happen in the same moment as another deed. */
const told: fc.Arbitrary<Told> = fc.record({
  kind: fc.oneof(fc.constantFrom(...KINDS), fc.constantFrom("delivered", "attempted")),
  hour: fc.integer({ min: 0, max: 2 }),
  phone: fc.option(fc.record({ id: fc.constantFrom("a", "b"), number: fc.integer({ min: 1, max: 6 }) })),
});
/** Deeds of one piece. A phone numbers its deeds in the order in which they happened. */
const deeds = fc
  .uniqueArray(told, {
    maxLength: 9,
    selector: ({ phone, kind, hour }) => (phone ? `${phone.id} ${phone.number}` : `${kind} ${hour}`),
  })
  .filter((list) =>
    list.every((one) =>
      list.every(
        (other) =>
          one.phone?.id !== other.phone?.id ||
          !one.phone ||
          one.phone.number <= other.phone!.number === one.hour <= other.hour ||
          one.hour === other.hour,
      ),
    ),
  );
const shuffled = deeds.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);

const eventsOf = (list: readonly Told[]): StateEvent[] =>
  list.map(({ kind, hour, phone }, n) => ({
    ...{ id: n + 1, kind, phone, occurredAt: new Date(DAY + hour * HOUR) },
    ...{ toStatus: "pending", piece: null, undoes: null },
  }));
/** Returns the hand-overs that these deeds write. An attempt writes none. */
const entriesOf = (list: readonly Told[]): CustodyEntry[] =>
  eventsOf(list).flatMap(({ id, kind, occurredAt, phone }) => {
    const to = EVENT_FACTS[kind].givesTo;
    return to ? [{ id, occurredAt, phone, to: { kind: to, id: null }, oneSided: false, reverses: null }] : [];
  });

test("[CUSTODY-6] state and custody follow one order: the receiver has a piece that is delivered, and no other", () => {
  holds(
    [shuffled],
    ([list, other]) => {
      const [state, holder] = [bookingState(1, eventsOf(list)), holderOf(entriesOf(list))];
      expect(bookingState(1, eventsOf(other))).toEqual(state);
      expect(holderOf(entriesOf(other))).toEqual(holder);
      expect(state.status === "delivered").toBe(holder.kind === "receiver" && !wasTriedByHand(list));
      if (holder.kind === "receiver") expect(state.deliveredAt ?? holder.since).toEqual(holder.since);
      const last = latestDeeds(1, eventsOf(list.filter(({ kind }) => kind !== "attempted")))[0];
      if (last) expect(EVENT_FACTS[last.kind].givesTo).toBe(holder.kind);
      return new Set(list.map(({ hour }) => hour)).size < list.length;
    },
    { numRuns: 500, share: 0.4 },
  );
});
test("[CUSTODY-6] a phone's later deed counts last also among others of its step in that moment", () => {
  const list: Told[] = [
    { kind: "picked_up", hour: 1, phone: { id: "a", number: 1 } },
    { kind: "out_for_delivery", hour: 1, phone: null },
    { kind: "arrived_at_hub", hour: 1, phone: { id: "a", number: 2 } },
  ];
  expect(holderOf(entriesOf(list)).kind).toBe("hub");
  expect(latestDeeds(1, eventsOf(list))[0]?.kind).toBe("arrived_at_hub");
});
/** True if the last deed is an attempt that no phone reported. Such an attempt counts even after a delivery. */
const wasTriedByHand = (list: readonly Told[]) => latestDeeds(1, eventsOf(list))[0]?.kind === "attempted";

test("[CUSTODY-6] deeds of one phone in one moment keep the order of their numbers", () => {
  holds(
    [deeds],
    (list) => {
      const order = inOrder(list, ({ kind, hour, phone }) => ({
        ...{ at: new Date(DAY + hour * HOUR), phone, rank: KINDS.indexOf(kind), tie: kind },
      }));
      const ofPhones = ["a", "b"].map((id) => {
        const own = order.flatMap(({ phone }) => (phone?.id === id ? [phone.number] : []));
        expect(own).toEqual(own.toSorted((a, b) => a - b));
        return own.length;
      });
      return ofPhones.some((deedsOfPhone) => deedsOfPhone > 1);
    },
    { numRuns: 500 },
  );
});

test("[CUSTODY-7] an attempt that a phone tells of a piece that its receiver has changes no state, and disagrees", () => {
  holds(
    [deeds],
    (list) => {
      const events = eventsOf(list);
      const without = events.filter(({ kind, phone }) => kind !== "attempted" || !phone);
      if (holderOf(entriesOf(list)).kind === "receiver")
        expect(bookingState(1, events).status).toBe(bookingState(1, without).status);
      const uncounted = events.filter((event) => !countedEvents(1, events).includes(event));
      const against = disagreementsOf(1, events).map((pair) => pair.against);
      for (const event of uncounted) {
        expect([event.kind, event.phone !== null]).toEqual(["attempted", true]);
        expect(against).toContain(event);
      }
      return uncounted.length > 0;
    },
    { numRuns: 1_000, share: 0.03 },
  );
});

const at = (hour: number, kind: StateEvent["kind"], more: Partial<StateEvent> = {}): StateEvent => ({
  ...{ id: hour, kind, occurredAt: new Date(DAY + hour * HOUR), toStatus: "failed", piece: null },
  ...{ undoes: null, phone: null, ...more },
});
const musa = (number: number) => ({ phone: { id: "musa", number } });
const sani = (number: number) => ({ phone: { id: "sani", number } });
const pairsOf = (...events: StateEvent[]) =>
  disagreementsOf(1, events).map(({ said, against }) => [said.id, against.id]);

test("[CUSTODY-7] phone against phone, phone against scan, and a status that staff set disagree; what follows a scan does not", () => {
  const delivered = at(10, "delivered", musa(1));
  expect(pairsOf(delivered, at(11, "attempted", sani(1)))).toEqual([[10, 11]]);
  expect(pairsOf(delivered, at(11, "attempted"))).toEqual([[10, 11]]);
  expect(bookingState(1, [delivered, at(11, "attempted")]).status).toBe("failed");
  expect(pairsOf(delivered, at(11, "status_set"))).toEqual([[10, 11]]);
  expect(bookingState(1, [delivered, at(11, "status_set")]).status).toBe("failed");
  expect(pairsOf(delivered, at(11, "status_set", { toStatus: "delivered" }))).toEqual([]);
  expect(pairsOf(delivered, at(11, "delivered", sani(1)))).toEqual([]);
  expect(pairsOf(at(9, "attempted", sani(1)), delivered)).toEqual([]);
  const scanned = [
    delivered,
    at(11, "arrived_at_hub"),
    at(12, "out_for_delivery"),
    at(13, "attempted", sani(1)),
  ];
  expect(pairsOf(...scanned)).toEqual([[10, 11]]);
  expect(bookingState(1, scanned).status).toBe("failed");
  const byHand = at(10, "status_set", { toStatus: "delivered" });
  expect(pairsOf(byHand, at(11, "attempted", sani(1)))).toEqual([[10, 11]]);
  expect(bookingState(1, [byHand, at(11, "attempted", sani(1))]).status).toBe("delivered");
});

test("[CUSTODY-7] a piece that is back with its sender is not tried again by a phone, and an undone event disagrees with none", () => {
  const returned = at(10, "returned", musa(1));
  const tried = at(11, "attempted", sani(1));
  expect(latestDeeds(1, [returned, tried])[0]?.kind).toBe("returned");
  expect(pairsOf(returned, tried)).toEqual([[10, 11]]);
  expect(pairsOf(returned, tried, at(12, "undone", { undoes: 10 }))).toEqual([]);
  expect(latestDeeds(1, [returned, tried, at(12, "undone", { undoes: 10 })])[0]?.kind).toBe("attempted");
});
