/** STAFF-30: the team's note on a booking, and its assignee. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { activityLogs, adminMembers, bookings } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { listBookings } from "../dispatch/list-bookings.server.ts";
import { changeStatus, undoStatus } from "./change-status.server.ts";
import { noteBooking } from "./note-booking.server.ts";
import { readBooking } from "./one-booking.server.ts";

const { opened, services, db } = await fileServices({ limitsFactor: 100 });
const moderator = await makeAdmin(opened, "moderator");
const note = (input: Parameters<typeof noteBooking>[2], actor = moderator) =>
  noteBooking(services, actor, input, crypto.randomUUID());
const read = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;

test("[STAFF-30] a note and its person are stored with an event; the log row holds no word of it, and nothing else changes", async () => {
  const { id, trackingCode } = await bookOne(opened);
  await bookOne(opened);
  const before = await read(id);
  const written = { id, staffNote: "Ring the back door", assigneeId: moderator.memberId };
  expect(await note(written)).toMatchObject({ ok: true, changed: true });
  expect(await read(id)).toEqual({ ...before, staffNote: written.staffNote, assigneeId: moderator.memberId });
  const found = (await readBooking(db, trackingCode))!;
  expect(found.events.at(-1)).toMatchObject({
    kind: "noted",
    changes: { Note: ["none", "Ring the back door"], "Assigned to": ["nobody", "moderator"] },
  });
  const [logged] = await db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
  expect(logged!.description).toBe(`${trackingCode}: changed Note, Assigned to`);
  const mine = { search: "", status: null, assignee: moderator.memberId, ...FIRST_PAGE };
  expect((await listBookings(db, mine)).rows).toEqual([
    expect.objectContaining({ id, staffNote: written.staffNote, assignee: "moderator" }),
  ]);
  // An equal note is no change, and a colleague's newer note is not overwritten.
  expect(await note(written)).toMatchObject({ ok: true, changed: false });
  const assigned = { assigneeId: moderator.memberId, assigneeBefore: moderator.memberId };
  for (const seen of [{}, assigned, { noteBefore: written.staffNote }])
    expect(await note({ id, staffNote: "Mine", ...seen })).toMatchObject({ ok: false, code: "conflict" });
  expect((await read(id)).staffNote).toBe(written.staffNote);
});

test("[STAFF-30] a note is no reason to refuse a change of status or its undo; roles that read, and people who left, are refused", async () => {
  const { id } = await bookOne(opened);
  const change = { id, version: 1, status: "delivered", note: "" } as const;
  expect(await changeStatus(services, moderator, change, crypto.randomUUID())).toMatchObject({ version: 2 });
  expect(await note({ id, staffNote: "Signed by Musa" })).toMatchObject({ ok: true, changed: true });
  const undone = await undoStatus(services, moderator, { id, version: 2 }, crypto.randomUUID());
  expect(undone).toMatchObject({ ok: true, status: "pending" });

  const support = await makeAdmin(opened, "support");
  expect(await note({ id, staffNote: "x" }, support)).toMatchObject({ ok: false, code: "forbidden" });
  const given = {
    id,
    staffNote: "Signed by Musa",
    noteBefore: "Signed by Musa",
    assigneeId: support.memberId,
  };
  expect(await note(given)).toMatchObject({ ok: true });
  await db.delete(adminMembers).where(eq(adminMembers.id, support.memberId));
  expect((await read(id)).assigneeId).toBeNull();
  expect(await note({ ...given, assigneeBefore: "" })).toMatchObject({ ok: false, code: "invalid" });
});
