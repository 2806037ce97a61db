/**
 * PHONE-4: the money and the PIN of a delivery that was undone on the phone, before the server knows of the
 * undo.
 */
import { expect, test } from "vitest";
import { attempted, deed, kept } from "../../../../test/fixtures/phone-deeds.ts";
import { parcel, run, stopOf } from "../../../../test/fixtures/rider-days.ts";
import { NO_PROOF_GIVEN } from "../../deeds/no-proof.ts";
import type { Deed, Did, MoneyOfDeed } from "../../deeds/protocol.ts";
import { dueAt, dueParcels, proofRule, sumDue } from "./at-door.ts";
import { dayState, withoutDeed, type StopState } from "./day-state.ts";

const KOBO = 700_000;
const first = parcel(1, { codKobo: KOBO, proof: { needs: "pin", flag: null } });
const piece = first.pieces[0]!.piece;
const took: MoneyOfDeed = {
  booking: first.booking,
  shown: { deliveryKobo: 0, codKobo: KOBO },
  takenKobo: KOBO,
  method: "cash",
  agreedBy: null,
};
const paidByPin = {
  kind: "delivered",
  pieces: [piece],
  refused: [],
  took: [took],
  proof: { ...NO_PROOF_GIVEN, pin: "1234" },
  note: "",
} satisfies Did;
const paid = deed(1, paidByPin);
/** The delivery as the phone stores it after the server has it: the PIN is deleted. */
const sent = {
  ...kept(deed(1, { ...paidByPin, proof: NO_PROOF_GIVEN }), "taken"),
  hadPin: true,
};
const undo = (seq: number, { id }: Deed) => deed(seq, { kind: "undo", of: id });
/** The `RiderDay` of a server that knows of the delivery. Nothing is left to collect, and no PIN is needed. */
const after = {
  runs: [
    run([
      stopOf(1, [
        {
          ...first,
          codKobo: 0,
          proof: { needs: "photo", flag: null },
          pieces: first.pieces.map((one) => ({ ...one, done: "delivered" as const })),
        },
      ]),
    ]),
  ],
};
const before = { runs: [run([stopOf(1, [first])])] };
const heard = new Set([paid.id]);
const shown = (stop: StopState) => [stop.open, sumDue(dueAt(stop)), proofRule(stop.parcels)];

test("[PHONE-4] an undone delivery asks for its money and its PIN again, before and after the server knows of the undo", () => {
  const log = [sent, kept(undo(2, paid))];
  expect(shown(dayState(after, log, heard).stops[0]!)).toEqual([1, KOBO, "pin"]);
  const all = new Set([paid.id, undo(2, paid).id]);
  expect(shown(dayState(before, log, all).stops[0]!)).toEqual([1, KOBO, "pin"]);
  // The undo changed nothing, because staff counted the cash before the undo arrived.
  expect(shown(dayState(after, log, all).stops[0]!)).toEqual([0, 0, "photo"]);
});

test("[PHONE-4] once staff undid the delivery, its money is asked for again, although the phone still has its deed", () => {
  const { stops } = dayState(before, [sent], heard);
  expect(shown(stops[0]!)).toEqual([1, KOBO, "pin"]);
  expect([...stops[0]!.paid]).toEqual([]);
  expect([...dayState(after, [sent], heard).stops[0]!.paid]).toEqual([first.booking]);
});

test("[PHONE-4] a delivery that was corrected to an attempt leaves its money for the next attempt", () => {
  const wrong = deed(2, { kind: "corrected", of: paid.id, to: attempted(piece) });
  const { stops } = dayState(after, [sent, kept(wrong)], heard);
  expect(sumDue(dueParcels(stops[0]!.parcels, stops[0]!.paid))).toBe(KOBO);
});

test("[PHONE-4] [PHONE-9] the correction of a delivery asks for its money and its PIN again, and asks nobody twice", () => {
  const log = [sent];
  const [stop] = withoutDeed(after, log, heard, paid.id).stops;
  expect(sumDue(dueParcels(stop!.parcels, stop!.paid))).toBe(KOBO);
  expect(proofRule(stop!.parcels)).toBe("pin");
  const right = deed(2, {
    kind: "corrected",
    of: paid.id,
    to: paidByPin,
  });
  const [corrected] = dayState(after, [...log, kept(right)], heard).stops;
  expect(dueParcels(corrected!.parcels, corrected!.paid)).toEqual([]);
});

test("[PHONE-4] the sender's money at an undone pickup is asked for at the pickup alone", () => {
  const pickedUp = deed(1, {
    kind: "picked_up",
    pieces: [piece],
    counted: [],
    kg: null,
    took: [{ ...took, shown: { deliveryKobo: 200_000, codKobo: 0 } }],
    note: "",
  });
  const runs = [run([stopOf(1, [parcel(1)])], { kind: "pickup" }), run([stopOf(1, [parcel(1)])])];
  const log = [kept(pickedUp, "taken"), kept(undo(2, pickedUp))];
  const { stops } = dayState({ runs }, log, new Set([pickedUp.id]));
  expect(stops.map((stop) => sumDue(dueParcels(stop.parcels, stop.paid)))).toEqual([200_000, 0]);
});
