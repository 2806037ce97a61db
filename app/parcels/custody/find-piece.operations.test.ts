/** The piece that a scan names, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { drawSticker } from "../../domain/piece-code.ts";
import { bookings, pieces } from "../../platform/db/schema.ts";
import { findPiece } from "./find-piece.server.ts";

const { opened, db } = await fileServices({ limitsFactor: 100 });
const find = (text: string) => findPiece(db, text);

const one = await bookOne(opened);
const three = await bookOne(opened);
await db.update(bookings).set({ pieces: 3 }).where(eq(bookings.id, three.id));
const sticker = drawSticker((below) => Math.floor(Math.random() * below));
await db
  .update(pieces)
  .set({ sticker })
  .where(and(eq(pieces.bookingId, three.id), eq(pieces.number, 3)));

test("[PIECE-4] a scan names the piece by its code, by the booking's where there is one piece, or by its sticker", async () => {
  const small = three.trackingCode.toLowerCase();
  for (const [text, id, number] of [
    [one.trackingCode, one.id, 1],
    [`${one.trackingCode}-1`, one.id, 1],
    [`https://ona.example/track?code=${one.trackingCode}`, one.id, 1],
    [`${three.trackingCode}-2`, three.id, 2],
    [` ${small} 3 `, three.id, 3],
    [sticker, three.id, 3],
    [sticker.toLowerCase().replace("-", " "), three.id, 3],
  ] as const)
    expect(await find(text), text).toMatchObject({ ok: true, booking: { id }, piece: { number } });
});

test("[PIECE-4] else it says why it names none", async () => {
  const { trackingCode: code } = three;
  const wrong = `PS-${sticker.endsWith("2") ? "3" : "2"}${sticker.slice(4)}`;
  const blank = drawSticker((below) => Math.floor(Math.random() * below));
  expect(await find(code)).toEqual({ ok: false, reason: "which_piece", code, pieces: 3 });
  expect(await find(`${code}-4`)).toEqual({ ok: false, reason: "unknown_code", code: `${code}-4` });
  expect(await find(`${one.trackingCode}-2`)).toMatchObject({ reason: "unknown_code" });
  expect(await find("OD00000000NG")).toMatchObject({ reason: "unknown_code", code: "OD00000000NG" });
  expect(await find(blank)).toMatchObject({ reason: "unknown_code", code: blank });
  expect(await find("PS-2222")).toMatchObject({ reason: "unknown_code" });
  if (wrong !== sticker) expect(await find(wrong)).toMatchObject({ reason: "unknown_code" });
  for (const text of ["", "5449000000996", "GIG1234567890", `${code}-51`])
    expect(await find(text), text).toEqual({ ok: false, reason: "not_ours" });
  // TEXT-4: a text with several codes is refused, with the question which code is meant.
  expect(await find(`${code} ${one.trackingCode}`)).toMatchObject({ reason: "which_code" });
});
