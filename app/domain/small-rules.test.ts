/** Rules whose code has only one or two lines, each tested at its limits. */
import { describe, expect, test } from "vitest";
import { isLate, isTooHeavyDocument, packageTypeFor } from "./booking.ts";
import { notesKobo, notesText } from "./cash.ts";
import { ATTEMPT_ANSWERS, isAskedReason, isDenial } from "./choices.ts";
import { claimDueAt } from "./claims.ts";
import { adminDayText, dayText, formatNearDate, startOfLagosWeek } from "./dates.ts";
import { FAILURE_REASONS, isRefusal, missingForFailed } from "./failure-reasons.ts";
import { eventName, goesBack, publicWords, withBack } from "./going-back.ts";
import { freeSpelling, normaliseReference, numberedReferences } from "./payment.ts";

test("[CASH-4] counted notes are added up in kobo, with the coins, and written with the largest first", () => {
  expect(notesKobo({})).toBe(0);
  expect(notesKobo({ coins: 50 })).toBe(50);
  expect(notesKobo({ 1000: 20, 500: 3, 5: 1, coins: 50 })).toBe(2_150_550);
  expect(notesText({ 5: 1, 1000: 20, 500: 0 })).toBe("20 × ₦1,000, 1 × ₦5");
  expect(notesText({ coins: 50 })).toBe("");
});

test("[PAY-2] a reference has one spelling, and after a reversal the next free number", () => {
  expect(normaliseReference(" trf  12a ")).toBe("TRF12A");
  expect(freeSpelling("TRF1", [null])).toBe("TRF1");
  expect(freeSpelling("TRF1", ["TRF1", "TRF1 #2"])).toBe("TRF1 #3");
  expect(freeSpelling("TRF1", ["TRF1", ...numberedReferences("TRF1")])).toBe("TRF1");
});

test("[BOOK-21] half a kilogram is a document, and anything heavier a parcel", () => {
  expect([packageTypeFor(0.5), packageTypeFor(0.51)]).toEqual(["Document", "Parcel"]);
  expect([isTooHeavyDocument("Document", 0.5), isTooHeavyDocument("Document", 0.51)]).toEqual([false, true]);
  expect(isTooHeavyDocument("Parcel", 9)).toBe(false);
});

test("[STATUS-7] a parcel is late from the end of its promised day, while it is open", () => {
  const today = new Date("2026-11-20T23:00:00Z");
  const promised = (at: string) => ({ status: "in_transit" as const, promisedDay: new Date(at) });
  expect(isLate(promised("2026-11-20T22:59:59.999Z"), today)).toBe(true);
  expect(isLate(promised("2026-11-20T23:00:00Z"), today)).toBe(false);
  expect(isLate({ ...promised("2026-11-01T00:00:00Z"), status: "delivered" }, today)).toBe(false);
});

test("[CHOICE-5] every answer but one denies the rider's report, and only some reasons are asked about", () => {
  expect(ATTEMPT_ANSWERS.filter((answer) => !isDenial(answer))).toEqual(["right"]);
  expect(FAILURE_REASONS.filter(isAskedReason).toSorted()).toEqual([
    "address_not_found",
    "nobody_home",
    "phone_not_answered",
    "refused",
    "refused_after_opening",
  ]);
  expect(isAskedReason(null)).toBe(false);
});

test("[CLAIM-2] a claim is due after 30 days", () => {
  expect(claimDueAt(new Date("2026-11-01T09:00:00Z"))).toEqual(new Date("2026-12-01T09:00:00Z"));
});

test("[STATUS-6] Failed needs a reason, and 'Other' a text of more than spaces", () => {
  expect(missingForFailed("", "it rained")).toHaveProperty("reason");
  expect(missingForFailed(null, "")).toHaveProperty("reason");
  expect(missingForFailed("other", "  ")).toHaveProperty("note");
  expect(missingForFailed("other", "it rained")).toBeNull();
  expect(missingForFailed("nobody_home", "")).toBeNull();
  expect(FAILURE_REASONS.filter(isRefusal)).toEqual(["refused", "refused_after_opening", "wrong_item"]);
});

test("[WEB-10] a day is written for its reader, and other text is left as it is", () => {
  expect([dayText("2026-11-21"), dayText("soon")]).toEqual(["21 Nov 2026", "soon"]);
  expect([adminDayText("2026-11-21"), adminDayText("soon")]).toEqual(["Nov 21, 2026", "soon"]);
  expect(formatNearDate(new Date("2026-11-23T23:00:00Z"))).toBe("Tue 24 Nov");
});

test("[SETTLE-4] a week begins on Monday, at midnight in Lagos", () => {
  const monday = new Date("2026-11-22T23:00:00Z");
  for (const at of ["2026-11-22T23:00:00Z", "2026-11-25T12:00:00Z", "2026-11-29T22:59:59Z"])
    expect(startOfLagosWeek(new Date(at)), at).toEqual(monday);
  expect(startOfLagosWeek(new Date("2026-11-29T23:00:00Z"))).toEqual(new Date("2026-11-29T23:00:00Z"));
});

describe("[TRACK-12] a piece on its way back", () => {
  const deed = (
    kind: Parameters<typeof publicWords>[0]["kind"],
    hour: number,
    piece: number | null = null,
  ) => ({
    ...{ kind, piece, occurredAt: new Date(Date.UTC(2026, 10, 21, hour)) },
  });
  test("goes back from the start of its return until it ends, and other pieces do not", () => {
    const events = [deed("return_started", 2, 1), deed("out_for_delivery", 3), deed("returned", 5, 1)];
    const at = (hour: number) => deed("noted", hour).occurredAt.getTime();
    expect([1, 2, 4, 5].map((hour) => goesBack(1, events, at(hour)))).toEqual([false, true, true, false]);
    expect(goesBack(1, events)).toBe(false);
    expect(goesBack(2, events, at(4))).toBe(false);
    expect(goesBack(1, [])).toBe(false);
    for (const kind of ["delivered", "rescheduled", "status_set", "cancelled"] as const)
      expect(goesBack(1, [deed("return_started", 2), deed(kind, 3)]), kind).toBe(false);
    expect(goesBack(1, [deed("return_started", 2), deed("arrived_at_hub", 3)])).toBe(true);
    expect(goesBack(1, [deed("return_started", 2), deed("rescheduled", 3), deed("return_started", 4)])).toBe(
      true,
    );
  });
  test("is not said to be out for delivery", () => {
    const events = [deed("out_for_delivery", 1), deed("return_started", 2), deed("out_for_delivery", 3)];
    const [first, , last] = withBack(events);
    expect([first?.back, last?.back]).toEqual([false, true]);
    expect(publicWords(last!)).toBe(publicWords({ kind: "return_started", back: true }));
    expect(publicWords(last!)).not.toBe(publicWords(first!));
    expect(eventName(last!)).toBe("On its way back to the sender");
    expect(eventName({ kind: "arrived_at_hub", back: true })).toBe(
      eventName({ kind: "arrived_at_hub", back: false }),
    );
  });
});
