/** Correcting the Nigerian state in a booking, and the list of bookings whose address names another state. */
import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { correctionInput } from "../../../test/fixtures/correction.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { activityLogs, bookings } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { correctBooking } from "./correct-booking.server.ts";
import { listBookings } from "../dispatch/list-bookings.server.ts";
import { countDoubts, readOldStates } from "./state-doubts.server.ts";

const { opened, db } = await fileServices();
const admin = await makeAdmin(opened, "moderator");

const read = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const correct = (id: string, version: number, more: Record<string, string>) =>
  correctBooking(opened.services, admin, { id, version, ...correctionInput(more) }, crypto.randomUUID());

test("[STAFF-23] [BOOK-7] a correction to another state's address is refused until its state is chosen too, or confirmed", async () => {
  const { id } = await bookOne(opened);
  const moved = { receiverAddress: "12 Enugu Road, Surulere" };
  expect(await correct(id, 1, moved)).toMatchObject({
    code: "invalid",
    errors: {
      receiverStateSure: "The delivery address says Lagos. Choose Lagos, or tick that it is in Kano.",
    },
  });
  expect(await read(id)).toMatchObject({ receiverState: "Kano", version: 1 });
  const chosen = { ...moved, receiverState: "Lagos" };
  expect(await correct(id, 1, chosen)).toMatchObject({ ok: true, changed: true });
  expect(await read(id)).toMatchObject({ receiverState: "Lagos", receiverTown: "Surulere" });
  const sure = { ...moved, receiverState: "Oyo", receiverStateSure: "Oyo" };
  expect(await correct(id, 2, sure)).toMatchObject({ ok: true, changed: true });
  expect(await read(id)).toMatchObject({ receiverState: "Oyo", receiverTown: null });
});

describe("[STAFF-28] bookings from before the rule", () => {
  const old = async (receiverAddress: string, more: Partial<typeof bookings.$inferInsert> = {}) => {
    const { id } = await bookOne(opened);
    const row = { receiverAddress, stateDoubt: null, ...more };
    await db.update(bookings).set(row).where(eq(bookings.id, id));
    return id;
  };
  const listed = async () =>
    (await listBookings(db, { search: "", status: null, doubt: true, ...FIRST_PAGE })).rows.map(
      ({ id }) => id,
    );

  test("are listed where an address says another state, while they are open, until it is corrected or confirmed", async () => {
    const moved = await old("10 Calabar Road, Uyo");
    const right = await old("10 Calabar Road, Fagge");
    const asked = await old("Uyo, Calabar");
    const done = await old("10 Calabar Road, Uyo", { status: "failed" });
    const kept = await old("12 Kano Street, Ikeja");
    while ((await readOldStates(db)) > 0);
    const doubts = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(inArray(bookings.id, [moved, right, asked, done, kept]), eq(bookings.stateDoubt, true)));
    expect(new Set(doubts.map(({ id }) => id))).toEqual(new Set([moved, kept]));
    expect(await read(done)).toMatchObject({ stateDoubt: null });
    expect(new Set(await listed())).toEqual(new Set([moved, kept]));
    expect(await countDoubts(db)).toBe(2);

    const uyo = { receiverAddress: "10 Calabar Road, Uyo", receiverState: "Akwa Ibom" };
    expect(await correct(moved, 1, uyo)).toMatchObject({ ok: true, changed: true });
    const ikeja = { receiverAddress: "12 Kano Street, Ikeja" };
    expect(await correct(kept, 1, ikeja)).toMatchObject({ code: "invalid" });
    expect(await correct(kept, 1, { ...ikeja, receiverStateSure: "Kano" })).toMatchObject({
      ok: true,
      changed: false,
    });
    expect(await listed()).toEqual([]);
    expect(await countDoubts(db)).toBe(0);
    const logs = await db.select().from(activityLogs).where(eq(activityLogs.entityId, kept));
    expect(logs.map(({ description }) => description)).toEqual([
      expect.stringContaining("confirmed the states against the addresses"),
    ]);
  });

  test("are looked through in steps, and one that was corrected meanwhile is left alone", async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await old("10 Calabar Road, Uyo"));
    expect(await readOldStates(db)).toBe(3);
    expect(await readOldStates(db)).toBe(0);
    await db.update(bookings).set({ stateDoubt: false }).where(inArray(bookings.id, ids));
    expect(await readOldStates(db)).toBe(0);
  });

  test("a new booking is never among them", async () => {
    const { id } = await bookOne(opened);
    expect(await read(id)).toMatchObject({ stateDoubt: false });
  });
});
