import { describe, expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { readCursor } from "../../platform/http/keyset.ts";
import { countBookings } from "./count-bookings.server.ts";
import { listBookings, PAGE_SIZE } from "./list-bookings.server.ts";

const { opened } = await fileServices();

const book = (more?: Record<string, string>) => bookOne(opened, more);

describe("the list of bookings", () => {
  test("[STAFF-6] pages without gaps and without repeats, forth and back, even among equal moments", async () => {
    for (let n = 0; n < PAGE_SIZE + 20; n++) await book({ receiverName: `Paged ${n}` });
    const filter = { search: "paged", status: null, cursor: null, direction: "next" as const };
    const first = await listBookings(opened.services.db, filter);
    expect(first.rows).toHaveLength(PAGE_SIZE);
    expect(first.previous).toBeNull();
    const second = await listBookings(opened.services.db, {
      ...filter,
      cursor: readCursor(first.next),
    });
    expect(second.rows).toHaveLength(20);
    expect(second.next).toBeNull();
    expect(await countBookings(opened.services.db, { search: "paged", status: null })).toBe(
      String(PAGE_SIZE + 20),
    );
    expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(PAGE_SIZE + 20);
    const back = await listBookings(opened.services.db, {
      ...filter,
      cursor: readCursor(second.previous),
      direction: "previous",
    });
    expect(back.rows.map((row) => row.id)).toEqual(first.rows.map((row) => row.id));
  });
});

describe("the search of bookings", () => {
  test.each([
    [
      "a code typed with spaces",
      (row: typeof bookings.$inferSelect) => row.trackingCode.replace(/(\d{4})/g, " $1"),
    ],
    ["the middle of an email", () => "NDER-X@EXA"],
    ["a whole email", () => "Sender-X@Example.com"],
    ["a phone number", () => "0809 111 2223"],
    ["two words in another order", () => "Adé Ọlá"],
    ["letters beyond ASCII", () => "Ọlá"],
    ["a street", () => "zungeru road"],
    ["a street and a town", () => "zungeru kano"],
  ])("finds by %s", async (_name, term) => {
    const row = await book({
      senderName: "Ọlá Adé",
      senderEmail: "sender-x@example.com",
      senderPhone: "0809 111 2223",
      receiverAddress: "7 Zungeru Road, Kano",
    });
    const found = await listBookings(opened.services.db, {
      search: term(row),
      status: null,
      cursor: null,
      direction: "next",
    });
    expect(found.rows.map(({ id }) => id)).toContain(row.id);
  });

  test("[STAFF-6] a whole email finds its sender alone, in the list and in the count", async () => {
    const row = await book({ senderEmail: "whole@example.com" });
    await book({ senderEmail: "the-whole@example.com" });
    const match = { search: "Whole@Example.com", status: null };
    const { rows } = await listBookings(opened.services.db, { ...match, cursor: null, direction: "next" });
    expect(rows.map(({ id }) => id)).toEqual([row.id]);
    expect(await countBookings(opened.services.db, match)).toBe("1");
  });

  test("takes what LIKE would take specially to the letter", async () => {
    for (const search of ["a%b", "a_b", "a\\b", "';--x"]) {
      expect(
        (
          await listBookings(opened.services.db, {
            search,
            status: null,
            cursor: null,
            direction: "next",
          })
        ).rows,
      ).toEqual([]);
      expect(await countBookings(opened.services.db, { search, status: null })).toBe("0");
    }
  });
});
