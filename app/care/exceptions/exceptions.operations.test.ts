/** Exceptions are opened only once, and are assigned, noted and closed, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { HOUR, openDesk } from "../../../test/fixtures/exception-desk.ts";
import { ledgerOf, openOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { receiveAt } from "../../../test/fixtures/road.ts";
import { EXCEPTION_FACTS, EXCEPTION_KINDS } from "../../domain/exception-kinds.ts";
import { activityLogs, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { chooseDestination as chooseOnBoard } from "../../road/runs/board/choose-destination.server.ts";
import { reconcileRun } from "../../road/runs/send-and-close-run.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { openExceptionsOf } from "../../parcels/custody/read-exceptions.server.ts";
import { closeException, giveException, noteException, takeException } from "./change-exception.server.ts";
import { foundHere } from "./piece-steps.server.ts";

const desk = await openDesk();
const { opened, services, clock, db, ikeja, kano, dispatcher, moderator, support, lastLog, onTheRoad } = desk;
const key = () => crypto.randomUUID();

test("[EXC-1] of one kind one is open about each piece, due after the hours of its kind; closed, it can be opened again", async () => {
  expect(EXCEPTION_KINDS.every((kind) => EXCEPTION_FACTS[kind].hours > 0)).toBe(true);
  const { bookingId, piece } = await onTheRoad();
  const found = { kind: "missing" as const, bookingId, pieceId: piece.id, hubId: ikeja.id };
  const open = () => transact(db, (tx) => openExceptions(tx, [found], actBy(tx, "Ada", clock.now())));
  expect(await open()).toBe(1);
  expect(await open()).toBe(0);
  const [one] = await openExceptionsOf(db, bookingId);
  expect(one).toMatchObject({ kind: "missing", piece: 1, dueAt: new Date(clock.now().getTime() + 4 * HOUR) });
  const close = { id: one!.id, version: 1, reason: "counted_wrong", note: "" } as const;
  expect(await closeException(services, dispatcher, close, key())).toMatchObject({ ok: true });
  expect(await openExceptionsOf(db, bookingId)).toEqual([]);
  expect(await open()).toBe(1);
});

test("[EXC-3] it is taken, given and noted, each in the log, and a close names its reason and who", async () => {
  const { bookingId, piece, code } = await onTheRoad();
  const { id } = await openOne(opened, { kind: "missing", bookingId, pieceId: piece.id });
  expect(await takeException(services, dispatcher, { id, version: 1 }, key())).toMatchObject({ ok: true });
  expect(await lastLog()).toMatchObject({
    action: "update_exception",
    entityType: "exception",
    entityId: id,
    description: `${code}, Missing piece: taken`,
  });
  expect(
    await giveException(services, dispatcher, { id, version: 2, ownerId: moderator.memberId }, key()),
  ).toMatchObject({
    ok: true,
    to: "moderator",
  });
  // An exception cannot be assigned to a person who may not close it.
  expect(
    await giveException(services, dispatcher, { id, version: 3, ownerId: support.memberId }, key()),
  ).toMatchObject({ ok: false, reason: "left_the_team" });
  expect(
    await noteException(services, dispatcher, { id, version: 3, deskNote: "Call Chidi" }, key()),
  ).toMatchObject({
    ok: true,
  });
  expect((await lastLog()).description).not.toContain("Chidi");
  expect(await readOne(opened, id)).toMatchObject({ ownerId: moderator.memberId, deskNote: "Call Chidi" });
  // 'Lost' is a step and no reason for closing, because the step mails the sender.
  expect(
    await closeException(services, moderator, { id, version: 4, reason: "lost", note: "" }, key()),
  ).toMatchObject({ ok: false, reason: "reason_missing" });
  expect(
    await closeException(services, moderator, { id, version: 4, reason: "delivered", note: "Saw it" }, key()),
  ).toMatchObject({ ok: true });
  expect(await readOne(opened, id)).toMatchObject({
    closeReason: "delivered",
    closeNote: "Saw it",
    closedByName: "moderator",
    closedAt: clock.now(),
  });
  expect(await lastLog()).toMatchObject({
    action: "close_exception",
    description: `${code}, Missing piece: closed: delivered`,
  });
});

test("[EXC-3] [STAFF-4] of two who close one at once the second is told who was faster; a role that only reads is refused", async () => {
  const { bookingId, piece } = await onTheRoad();
  const { id } = await openOne(opened, { kind: "missing", bookingId, pieceId: piece.id });
  const seen = { id, version: 1, note: "" };
  expect(await closeException(services, support, { ...seen, reason: "no_fault" }, key())).toMatchObject({
    ok: false,
    code: "forbidden",
  });
  const both = await Promise.all([
    closeException(services, dispatcher, { ...seen, reason: "counted_wrong" }, key()),
    foundHere(services, moderator, { ...seen, hub: ikeja.id }, key()),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = both.find(({ ok }) => !ok)!;
  const first = both[0].ok ? "dispatcher" : "moderator";
  expect(refused).toMatchObject({ code: "conflict", reason: "closed_meanwhile" });
  expect(JSON.stringify(refused)).toContain(`${first} was faster`);
  // The refused step must have no effect. The moderator's step puts the piece into the hub, so the piece is there only
  // if the moderator was first.
  const ledger = await ledgerOf(opened, piece.id);
  expect(ledger.filter(({ toKind }) => toKind === "hub")).toHaveLength(first === "moderator" ? 1 : 0);
  // If a colleague took the exception meanwhile, the refusal names that colleague as the owner.
  const other = await openOne(opened, { kind: "extra", bookingId, pieceId: piece.id });
  await takeException(services, dispatcher, { id: other.id, version: 1 }, key());
  expect(await takeException(services, moderator, { id: other.id, version: 1 }, key())).toMatchObject({
    reason: "changed_meanwhile",
    errors: { form: expect.stringContaining("dispatcher has this one now") as string },
  });
});

test("[EXC-3] a deed that answers one ends it with its row in the log: received, run closed, hub chosen", async () => {
  const { bookingId, piece, run, code } = await onTheRoad();
  const about = { bookingId, pieceId: piece.id };
  const earlier = await openOne(opened, { kind: "missing", ...about });
  const close = { id: earlier.id, version: 1, reason: "counted_wrong", note: "" } as const;
  expect(await closeException(services, moderator, close, key())).toMatchObject({ ok: true });
  const missing = await openOne(opened, { kind: "missing", ...about });
  const asked = await openOne(opened, { kind: "unconfirmed_claim", ...about });
  const noHub = await openOne(opened, { kind: "no_destination", bookingId });
  const refused = await openOne(opened, { kind: "refused", bookingId });
  const { ended } = await receiveAt(opened, dispatcher, ikeja.id, [piece.id]);
  expect(ended).toBe(2);
  expect(await readOne(opened, missing.id)).toMatchObject({
    closeReason: "found",
    closedByName: "dispatcher",
  });
  expect(await readOne(opened, earlier.id)).toMatchObject({ closeReason: "counted_wrong" });
  expect(await readOne(opened, asked.id)).toMatchObject({ closeReason: "handed_over", version: 2 });
  expect(await lastLog()).toMatchObject({
    action: "close_exception",
    description: `${code}, Hand-over not confirmed: closed: handed over`,
  });
  const chosen = { pieces: [piece.id], toHub: kano.id };
  expect(await chooseOnBoard(services, dispatcher, chosen, key())).toMatchObject({ ok: true });
  expect(await readOne(opened, noHub.id)).toMatchObject({ closeReason: "solved" });

  const late = await openOne(opened, { kind: "run_not_closed", runId: run.id });
  await db.update(runs).set({ state: "returned" }).where(eq(runs.id, run.id));
  const form = { run: run.id, version: run.version, note: "", person: "" };
  expect(await reconcileRun(services, dispatcher, form, key())).toMatchObject({ ok: true });
  expect(await readOne(opened, late.id)).toMatchObject({ closeNote: "The run was closed." });
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, late.id));
  expect(logged.map(({ description }) => description)).toEqual([
    `${run.name}, ${EXCEPTION_FACTS.run_not_closed.label}: closed: solved`,
  ]);
  // An exception with an open question to the sender stays open.
  expect((await openExceptionsOf(db, bookingId)).map(({ id }) => id)).toEqual([refused.id]);
});
