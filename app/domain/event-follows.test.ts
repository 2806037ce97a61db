import { expect, test } from "vitest";
import { followsOf } from "./event-follows.ts";
import { EVENT_KINDS, isQuietKind } from "./event-kinds.ts";
import { FAILURE_REASONS } from "./failure-reasons.ts";

test("[TELL-1] a status set by hand mails the sender, and messages no receiver but about an attempt to ask about", () => {
  const messages = [null, ...FAILURE_REASONS].map((reason) => followsOf({ kind: "status_set", reason }));
  expect(new Set(messages.map(({ mail }) => mail))).toEqual(new Set(["status_changed"]));
  expect(messages[0]!.message).toBeNull();
  expect(followsOf({ kind: "status_set", reason: "nobody_home" }).message).toBe("could_not_deliver");
  expect(followsOf({ kind: "status_set", reason: "damaged" }).message).toBeNull();
});

test("[TELL-1] the road's news are four kinds; a new day has two kinds of events", () => {
  const told = EVENT_KINDS.flatMap((kind) => followsOf({ kind, reason: null }).message ?? []);
  expect(told.toSorted()).toEqual([
    "could_not_deliver",
    "delivered",
    "new_day",
    "new_day",
    "out_for_delivery",
  ]);
});

test("[RECEIVER-4] [TRIP-9] a parcel that goes out needs a PIN, and an attempt a decision; nothing else does", () => {
  const kindsWith = (what: "pin" | "opens") =>
    EVENT_KINDS.filter((kind) => followsOf({ kind, reason: null })[what]);
  expect([kindsWith("pin"), kindsWith("opens")]).toEqual([["out_for_delivery"], ["attempted"]]);
});

test("nothing follows from a quiet event, whatever its reason", () => {
  const nothing = { mail: null, message: null, pin: false, opens: false };
  const quiet = EVENT_KINDS.filter(isQuietKind);
  expect(quiet.length).toBeGreaterThan(10);
  for (const kind of quiet)
    for (const reason of [null, ...FAILURE_REASONS]) expect(followsOf({ kind, reason })).toEqual(nothing);
});
