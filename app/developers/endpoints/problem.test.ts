/** API-2: a refused value is named by its JSON pointer, and the sentence says how to put it right. */
import { expect, test } from "vitest";
import * as z from "zod";
import { NEW_BOOKING_EXAMPLE } from "./examples.ts";
import { refuse } from "../../platform/http/result.ts";
import { checkSent, refused } from "./problem.ts";
import { apiNewBooking, bookingQuery, deliveryQuery, eventQuery, newBatch } from "./schemas.ts";

const refusalOf = (schema: z.ZodType, sent: unknown, where: "body" | "query" = "body") => {
  const checked = checkSent(schema, sent, where);
  return "problem" in checked ? checked.problem : null;
};
const booking = (change: object) => refusalOf(apiNewBooking, { ...NEW_BOOKING_EXAMPLE, ...change });
const parcel = (change: object) => booking({ parcel: { ...NEW_BOOKING_EXAMPLE.parcel, ...change } });

test("[API-2] each refused value says in plain words how to put it right", () => {
  const { receiver: _receiver, ...without } = NEW_BOOKING_EXAMPLE;
  const cases = [
    [refusalOf(apiNewBooking, without), "/receiver is missing."],
    [refusalOf(apiNewBooking, [1]), "The body must be an object."],
    [booking({ service: undefined }), "/service is missing."],
    [booking({ service: "teleport" }), expect.stringMatching(/^\/service must be one of \w+(, \w+)+\.$/)],
    [booking({ receiver: 3 }), "/receiver must be an object."],
    [booking({ sender: { ...NEW_BOOKING_EXAMPLE.sender, name: 3 } }), "/sender/name must be a text."],
    [booking({ may_look_inside: "yes" }), "/may_look_inside must be true or false."],
    [booking({ reference: " x" }), expect.stringMatching(/^\/reference must be 1 to 100 printable/)],
    [
      booking({ metadata: { "a b": "" } }),
      expect.stringMatching(/^\/metadata\/a b must have a name of 1 to/),
    ],
    [booking({ collect: { amount: 1, currency: "USD" } }), "/collect/currency must be NGN."],
    [booking({ collect: { amount: -1, currency: "NGN" } }), "/collect/amount must be at least 0."],
    [parcel({ weight_kg: "2" }), "/parcel/weight_kg must be a number."],
    [parcel({ weight_kg: 0 }), "/parcel/weight_kg must be more than 0."],
    [parcel({ weight_kg: 20_000 }), "/parcel/weight_kg must be at most 10,000."],
    [parcel({ pieces: 1.5 }), "/parcel/pieces must be a whole number."],
    [parcel({ description: "x".repeat(601) }), "/parcel/description must have at most 600 characters."],
    [parcel({ colour: "red" }), "/parcel/colour is not known."],
    [refused(refuse("invalid", { code: "is missing." })).problem, "/code is missing."],
    [refused(refuse("invalid", { phone: "Enter it." }), { phone: "/tel" }).problem, "Enter it."],
    [refusalOf(newBatch, { bookings: [] }), "/bookings must have at least 1 entry."],
    [refusalOf(bookingQuery, { limit: "x" }, "query"), "In the query: /limit must be a number."],
    [
      refusalOf(bookingQuery, { since: "today" }, "query"),
      "In the query: /since must be a time such as 2026-11-28T09:30:00Z.",
    ],
  ] as const;
  expect(cases.map(([problem]) => problem?.detail)).toEqual(cases.map(([, detail]) => detail));
  expect(
    cases.filter(([problem]) => / (?:expected|received|Invalid)\b/.test(JSON.stringify(problem))),
  ).toEqual([]);
});

test("[API-2] a wrong cursor is refused, and not taken for the first page", () => {
  const newest = "2026-11-28T09:30:00.000Z_0195d9f0-1111-7222-8333-444455556666";
  for (const [query, right, others] of [
    [bookingQuery, newest, ["7", "zzz", "", newest.slice(0, -1)]],
    [deliveryQuery, newest, ["7", "zzz"]],
    [eventQuery, "7", [newest, "zzz", "-1"]],
  ] as const) {
    expect(refusalOf(query, { cursor: right }, "query")).toBeNull();
    for (const cursor of others)
      expect(refusalOf(query, { cursor }, "query")).toMatchObject({
        ...{ status: 422, code: "invalid", errors: [{ pointer: "/cursor" }] },
        detail: expect.stringContaining("/cursor is no cursor of this list."),
      });
  }
});
