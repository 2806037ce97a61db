/** API-2: what /developers shows of the document: parameters, fields and an answer that fits its schema. */
import { expect, test } from "vitest";
import { ENDPOINTS } from "./endpoints.server.ts";
import { readReference } from "./read-reference.server.ts";

const { tags, webhooks, limits } = readReference({ origin: "https://ona.example" });
const operations = tags.flatMap(({ operations: own }) => own);

test("[API-2] each operation shows its parameters with their meaning, and an answer of the shape that it gives", () => {
  for (const { id, success } of ENDPOINTS) {
    const { answer, fields } = operations.find((one) => one.id === id)!;
    expect(
      fields.filter(({ where, text }) => where !== "body" && text === ""),
      id,
    ).toEqual([]);
    expect(answer === null, id).toBe(success.schema === undefined);
    const got = success.schema?.safeParse(JSON.parse(answer ?? "null"));
    expect(got?.error?.issues ?? [], id).toEqual([]);
  }
  const booking = operations.find(({ id }) => id === "createBooking")!;
  expect(booking.fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "Idempotency-Key", where: "header", needed: true }),
      expect.objectContaining({ name: "parcel.weight_kg", where: "body", needed: true, kind: "number" }),
      expect.objectContaining({ name: "parcel.declared_value.amount", kind: "whole number" }),
      expect.objectContaining({ name: "test_speed", needed: false }),
    ]),
  );
  const list = operations.find(({ id }) => id === "listBookings")!;
  expect(list.fields.map(({ name }) => name)).toEqual(["limit", "cursor", "status", "since", "reference"]);
});

test("[HOOK-4] the waits between tries and the limits are those of the code", () => {
  expect(webhooks.waits).toBe("5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h");
  expect(webhooks.events).toContain("booking.status_changed (usual)");
  expect(limits).toEqual({ perKey: 1200, quotes: 60, track: 600 });
});
