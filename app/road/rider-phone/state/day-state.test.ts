/** The phone's view of its `RiderDay`, for any order in which deeds are stored, sent and answered. */
import { expect, test } from "vitest";
import { holds } from "../../../../test/fixtures/holds.ts";
import fc from "fast-check";
import { attempted, deed, delivered, kept, piecesOf } from "../../../../test/fixtures/phone-deeds.ts";
import { parcel, riderDay, run, stopOf, uuid } from "../../../../test/fixtures/rider-days.ts";
import type { Deed, Did, MoneyOfDeed } from "../../deeds/protocol.ts";
import { dueAt, sumDue } from "./at-door.ts";
import { dayState } from "./day-state.ts";
import { validDeeds } from "./kept-deeds.ts";

const STOPS = 4;
const pieceIds = Array.from({ length: STOPS }, (_, n) => uuid(3, (n + 1) * 100 + 1));
const day = riderDay(0, {
  runs: [run(pieceIds.map((_, n) => stopOf(n + 1, [parcel(n + 1, { codKobo: 100_000 })])))],
});

/** The `RiderDay` of a server that has received these deeds. */
function serverDay(heard: readonly Deed[]) {
  const done = piecesOf(
    dayState(
      day,
      heard.map((one) => kept(one)),
      new Set(),
    ),
  );
  let at = 0;
  return {
    ...day,
    runs: day.runs.map((one) => ({
      ...one,
      stops: one.stops.map((stop) => ({
        ...stop,
        parcels: stop.parcels.map((own) => ({
          ...own,
          pieces: own.pieces.map((piece) => {
            const is = done[at++]!;
            return { ...piece, done: is === "open" ? null : (is as "delivered" | "attempted") };
          }),
        })),
      })),
    })),
  };
}

test("[PHONE-4] the next stop is the first with a piece that nothing was done with, and counts follow", () => {
  const state = dayState(
    day,
    [kept(deed(1, delivered(pieceIds[0]!)), "taken"), kept(deed(2, attempted(pieceIds[2]!)))],
    new Set(),
  );
  expect(piecesOf(state)).toEqual(["delivered", "open", "attempted", "open"]);
  expect([state.next?.stop.stop, state.open, state.done, state.unsent]).toEqual([2, 2, 2, 1]);
  expect(state.last?.seq).toBe(2);
});

test("[PHONE-4] an undo opens the piece again, also of a deed that the server has; a correction says what was instead", () => {
  const first = deed(1, delivered(pieceIds[0]!));
  const heard = new Set([first.id]);
  const undone = [kept(first, "taken"), kept(deed(2, { kind: "undo", of: first.id }))];
  expect(piecesOf(dayState(serverDay([first]), undone, heard))[0]).toBe("open");
  const corrected = [
    kept(first, "taken"),
    kept(deed(2, { kind: "corrected", of: first.id, to: attempted(pieceIds[0]!) })),
  ];
  const state = dayState(serverDay([first]), corrected, heard);
  expect(piecesOf(state)[0]).toBe("attempted");
  expect(validDeeds(corrected).map(({ seq }) => seq)).toEqual([2]);
});

test("[PHONE-4] of two deeds about one piece the later counts, wherever it lies", () => {
  const deeds = [kept(deed(1, attempted(pieceIds[0]!))), kept(deed(2, delivered(pieceIds[0]!)))];
  for (const all of [deeds, deeds.toReversed()])
    expect(piecesOf(dayState(day, all, new Set()))[0]).toBe("delivered");
});
test("[PHONE-4] of what the server has heard its word counts: the desk may have changed it", () => {
  const first = deed(1, delivered(pieceIds[0]!));
  expect(piecesOf(dayState(day, [kept(first, "flagged")], new Set([first.id])))[0]).toBe("open");
  expect(piecesOf(dayState(day, [kept(first, "flagged")], new Set()))[0]).toBe("delivered");
});

test("[PHONE-4] money taken from the sender at the pickup leaves the receiver's to collect, and the other way round", () => {
  const due = parcel(1, { deliveryKobo: 215_000, codKobo: 2_500_000 });
  const both = riderDay(0, {
    runs: [
      run([stopOf(1, [due])], { id: uuid(1, 2), kind: "pickup" }),
      run([stopOf(1, [due]), stopOf(2, [due])]),
    ],
  });
  const took: MoneyOfDeed[] = [
    {
      booking: due.booking,
      shown: { deliveryKobo: 215_000, codKobo: 0 },
      takenKobo: 215_000,
      method: "cash",
      agreedBy: null,
    },
  ];
  const pickedUp = {
    kind: "picked_up",
    pieces: [pieceIds[0]!],
    counted: [],
    kg: null,
    took,
    note: "",
  } satisfies Did;
  const paidAt = (did: Did) =>
    dayState(both, [kept(deed(1, did))], new Set()).stops.map(({ paid }) => [...paid]);
  expect(paidAt(pickedUp)).toEqual([[due.booking], [], []]);
  // Only some pieces of the booking were delivered. The other pieces are at another stop. If the money was taken, that
  // stop must not ask for it again.
  const inPart = delivered(pieceIds[0]!);
  expect(paidAt(inPart)).toEqual([[], [], []]);
  expect(paidAt({ ...inPart, took } as Did)).toEqual([[], [due.booking], [due.booking]]);
});

test("[PHONE-9] a stop collects for its open parcels, not for what failed or was delivered", () => {
  const due = (n: number) => parcel(n, { codKobo: 100_000 * n });
  const one = riderDay(0, { runs: [run([stopOf(1, [due(1), due(2), due(3)])])] });
  const collects = (...deeds: Deed[]) => {
    const { stops } = dayState(
      one,
      deeds.map((own) => kept(own)),
      new Set(),
    );
    return sumDue(dueAt(stops[0]!));
  };
  const [first, second, third] = pieceIds as [string, string, string];
  const failed = deed(1, attempted(third));
  expect(collects()).toBe(600_000);
  expect(collects(failed)).toBe(300_000);
  expect(collects(failed, deed(2, delivered(first)))).toBe(200_000);
  expect(collects(failed, deed(2, delivered(first, second)))).toBe(0);
  expect(collects(failed, deed(2, { kind: "undo", of: failed.id }))).toBe(600_000);
});

/** Random deeds as taps create them: at stops, and undos of earlier deeds. */
const taps = fc
  .array(
    fc.record({
      kind: fc.constantFrom("delivered", "attempted", "undo", "corrected"),
      piece: fc.nat(STOPS - 1),
      of: fc.nat(),
    }),
    {
      maxLength: 12,
    },
  )
  .map((list) => {
    const deeds: Deed[] = [];
    for (const { kind, piece, of } of list) {
      const open = validDeeds(deeds.map((one) => kept(one)));
      const about = open[of % (open.length || 1)];
      const pieces = [pieceIds[piece]!];
      const seq = deeds.length + 1;
      if (kind === "delivered") deeds.push(deed(seq, delivered(...pieces)));
      else if (kind === "attempted") deeds.push(deed(seq, attempted(...pieces)));
      else if (about && kind === "undo") deeds.push(deed(seq, { kind, of: about.id }));
      else if (about && kind === "corrected") {
        const did = about.did.kind === "corrected" ? about.did.to : about.did;
        const own = "pieces" in did && Array.isArray(did.pieces) ? did.pieces : [];
        deeds.push(deed(seq, { kind, of: about.id, to: attempted(...own) }));
      }
    }
    return deeds;
  });

test("[PHONE-4] the same deeds show the same, in whatever order they lie there, however many the server has heard", () => {
  holds([taps, fc.nat(), fc.infiniteStream(fc.nat())], (deeds, some, order) => {
    const all = deeds.map((one) => kept(one));
    const shown = piecesOf(dayState(day, all, new Set()));
    const shuffled = all.map((one) => ({ one, at: order.next().value ?? 0 })).toSorted((a, b) => a.at - b.at);
    expect(
      piecesOf(
        dayState(
          day,
          shuffled.map(({ one }) => one),
          new Set(),
        ),
      ),
    ).toEqual(shown);
    const heard = deeds.slice(0, some % (deeds.length + 1));
    const answered = all.map((row) =>
      heard.includes(row.deed) ? { ...row, answer: "taken" as const } : row,
    );
    expect(piecesOf(dayState(serverDay(heard), answered, new Set(heard.map(({ id }) => id))))).toEqual(shown);
    return heard.length > 0 && deeds.some(({ did }) => did.kind === "undo" || did.kind === "corrected");
  });
});
