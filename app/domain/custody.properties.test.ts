/** A piece has exactly one holder, for every set of entries in every order of arrival. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { FIRST_HOLDER, holderOf, type CustodyEntry } from "./custody.ts";
import { HOLDER_KINDS } from "./holders.ts";

const DAY = Date.UTC(2026, 9, 1);
type Drawn = Omit<CustodyEntry, "id" | "reverses"> & { reversed: boolean };
/** The entries have only a few different times and holders, so that several entries have the same time or holder. */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  to: fc
    .record({ kind: fc.constantFrom(...HOLDER_KINDS), id: fc.constantFrom("a", "b") })
    .map(({ kind, id }) => ({ kind, id: ["hub", "rider", "partner"].includes(kind) ? id : null })),
  occurredAt: fc.integer({ min: 0, max: 5 }).map((hour) => new Date(DAY + hour * 3_600_000)),
  oneSided: fc.nat(3).map((n) => n === 0),
  reversed: fc.nat(3).map((n) => n === 0),
  phone: fc.option(fc.record({ id: fc.constantFrom("a", "b"), number: fc.integer({ min: 1, max: 9 }) })),
});
/** Returns the entries, numbered in order of arrival, followed by the entries that reverse some of them. */
function entries(list: readonly Drawn[]): CustodyEntry[] {
  const told = list.map((entry, n) => ({ ...entry, id: n + 1, reverses: null }));
  const back = list.flatMap(({ reversed }, n) =>
    reversed ? [{ ...told[n]!, to: FIRST_HOLDER, id: list.length + n + 1, reverses: n + 1 }] : [],
  );
  return [...told, ...back];
}
const some = fc.array(drawn, { maxLength: 10 });
const shuffled = some.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);

/** True if several of these entries happened in one moment. */
const haveOneTime = (list: readonly Drawn[]) =>
  new Set(list.map(({ occurredAt }) => occurredAt.getTime())).size < list.length;

test("[CUSTODY-1] a piece has one holder, the same in any order of arrival", () => {
  holds([shuffled], ([list, other]) => {
    expect(holderOf(entries(other))).toEqual(holderOf(entries(list)));
    expect(holderOf(entries(list).toReversed())).toEqual(holderOf(entries(list)));
    return haveOneTime(list.filter(({ oneSided, reversed }) => !oneSided && !reversed));
  });
});

test("[CUSTODY-1] the holder is who got it in the latest deed; claims and reversed entries move nothing", () => {
  holds([some], (list) => {
    const moved = list.filter(({ oneSided, reversed }) => !oneSided && !reversed);
    const { since, ...holder } = holderOf(entries(list));
    const latest = Math.max(...moved.map(({ occurredAt }) => occurredAt.getTime()));
    if (moved.length === 0) expect({ ...holder, since }).toEqual({ ...FIRST_HOLDER, since: null });
    else {
      expect(since?.getTime()).toBe(latest);
      const givenTo = moved.filter(({ occurredAt }) => occurredAt.getTime() === latest).map(({ to }) => to);
      expect(givenTo).toContainEqual(holder);
    }
    return moved.length > 0 && moved.length < list.length;
  });
});

test("[CUSTODY-1] [CUSTODY-6] of two hand-overs in one moment the one further on the way counts", () => {
  const at = (kind: CustodyEntry["to"]["kind"], id: string | null = null) => ({
    to: { kind, id },
    occurredAt: new Date(DAY),
    oneSided: false,
    reverses: null,
    phone: null,
  });
  const holder = (...given: Omit<CustodyEntry, "id">[]) =>
    holderOf(given.map((entry, id) => ({ ...entry, id }))).kind;
  expect(holder(at("rider", "musa"), at("hub", "ikeja"))).toBe("rider");
  expect(holder(at("receiver"), at("rider", "musa"))).toBe("receiver");
  expect(holder(at("hub", "ikeja"), at("lost"))).toBe("hub");
});
