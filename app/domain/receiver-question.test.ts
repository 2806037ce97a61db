import { expect, test } from "vitest";
import type { EventKind } from "./event-kinds.ts";
import type { FailureReason } from "./failure-reasons.ts";
import { allGoBack, askedAttempt, type ReportedEvent } from "./receiver-question.ts";
import { claimKeepsUntil, endOfDelivery, linkEnds } from "./receiver-link-life.ts";
import { questionAfter } from "./event-follows.ts";

type Told = { reason?: FailureReason; to?: ReportedEvent["toStatus"]; piece?: number; undoes?: number };
/** Returns events in the order of their ids. Each happens an hour after the one before it, or at its `hour`. */
const history = (...events: (Told & { kind: EventKind; hour?: number })[]): ReportedEvent[] =>
  events.map(({ kind, reason, to = "failed", piece, undoes, hour }, n) => ({
    ...{ id: n + 1, kind, toStatus: to, occurredAt: new Date((hour ?? n + 1) * 3_600_000) },
    ...{ reason: reason ?? null, piece: piece ?? null, undoes: undoes ?? null, phone: null },
  }));

test.each(["nobody_home", "phone_not_answered", "address_not_found", "refused"] as const)(
  "[CHOICE-5] %s is asked about, whoever recorded it; nothing else is",
  (reason) => {
    for (const kind of ["attempted", "status_set"] as const) {
      expect(questionAfter({ kind, reason })).toBe(reason);
      expect(askedAttempt(history({ kind: "out_for_delivery" }, { kind, reason }))?.reason).toBe(reason);
      expect(questionAfter({ kind, reason: "weather" })).toBeNull();
    }
    // An undo carries the reason of the status that it restores.
    for (const kind of ["undone", "returned", "cancelled"] as const)
      expect(questionAfter({ kind, reason })).toBeNull();
  },
);

test("[CHOICE-5] only the last attempt is asked about, until the next step, and not once it is undone", () => {
  const tried = { kind: "attempted", reason: "nobody_home" } as const;
  const lost = { kind: "status_set", reason: "lost" } as const;
  expect(askedAttempt(history(tried, lost))).toBeNull();
  expect(askedAttempt(history(tried, { ...lost, hour: 0 }))?.event.id).toBe(1);
  for (const kind of ["arrived_at_hub", "rescheduled", "noted", "attempt_denied"] as const)
    expect(askedAttempt(history(tried, { kind }))?.event.id).toBe(1);
  for (const kind of ["out_for_delivery", "return_started", "delivered", "cancelled"] as const)
    expect(askedAttempt(history(tried, { kind }))).toBeNull();
  expect(askedAttempt(history(tried, { kind: "status_set", to: "in_transit" }))).toBeNull();
  const set = { kind: "status_set", reason: "refused" } as const;
  expect(askedAttempt(history(set, { kind: "undone", to: "in_transit", undoes: 1 }))).toBeNull();
  // An undone step does not count.
  const moved = history(tried, { kind: "out_for_delivery" }, { kind: "undone", undoes: 2 });
  expect(askedAttempt(moved)?.event.id).toBe(1);
});

test("[CHOICE-5] an attempt at the sender's door asks nothing of the receiver", () => {
  const back = history(
    { kind: "return_started", to: "in_transit" },
    { kind: "attempted", reason: "nobody_home" },
  );
  expect(askedAttempt(back)).toBeNull();
  expect(allGoBack(1, back)).toBe(true);
  const byHand = history({ kind: "return_started" }, { kind: "status_set", reason: "nobody_home" });
  expect(askedAttempt(byHand)).toBeNull();
});

test("[RECEIVER-1] a delivery has ended once every piece was delivered, returned or cancelled", () => {
  const [one, two] = [{ kind: "delivered", piece: 1 } as const, { kind: "returned", piece: 2 } as const];
  expect(endOfDelivery(2, history(one))).toBeNull();
  expect(endOfDelivery(2, history(two, one))).toEqual(new Date(2 * 3_600_000));
  expect(endOfDelivery(1, history({ kind: "attempted", reason: "refused" }))).toBeNull();
  expect(endOfDelivery(1, history({ kind: "status_set", reason: "lost" }))).toBeNull();
  expect(endOfDelivery(1, history({ kind: "cancelled", reason: "cancelled" }))).not.toBeNull();
  expect(endOfDelivery(1, history({ kind: "status_set", reason: "cancelled" }))).not.toBeNull();
  expect(endOfDelivery(1, [])).toBeNull();
});

test("[RECEIVER-1] a link lives 30 days after the end or the decision of a claim, else 60 days after the last event", () => {
  const [ended, lastAt] = [new Date("2026-11-26T13:00:00Z"), new Date("2026-12-20T13:00:00Z")];
  expect(linkEnds({ ended, lastAt })).toEqual(new Date("2026-12-26T13:00:00Z"));
  expect(linkEnds({ ended: null, lastAt })).toEqual(new Date("2027-02-18T13:00:00Z"));
  expect(claimKeepsUntil(ended)).toEqual(new Date("2026-12-26T13:00:00Z"));
});
