/** The list of exceptions: its order, its pages, its filters. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { HOUR, openDesk } from "../../../test/fixtures/exception-desk.ts";
import { openOne } from "../../../test/fixtures/exceptions.ts";
import { exceptions } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { FIRST_PAGE, readCursor, type PageParams } from "../../platform/http/keyset.ts";
import { closeException } from "./change-exception.server.ts";
import { parseFilter } from "./exception-filter.ts";
import { countClosed, countOpen, listExceptions, PAGE_SIZE } from "./list-exceptions.server.ts";

const desk = await openDesk();
const { opened, services, clock, db, ikeja, kano, dispatcher, onTheRoad } = desk;

const list = (query = "", page: PageParams = FIRST_PAGE) =>
  listExceptions(db, parseFilter(new URLSearchParams(query)), page, clock.now());
const kinds = async (query: string) => (await list(query)).rows.map(({ kind }) => kind);

test("[EXC-2] the longest overdue is first, and a page begins behind the last", async () => {
  const at = clock.now();
  const actId = await transact(db, (tx) => actBy(tx, "Ada", at).id());
  await db.insert(exceptions).values(
    Array.from({ length: PAGE_SIZE + 10 }, (_, n) => ({
      actId,
      kind: "to_complete" as const,
      subject: `booking ${n}`,
      openedAt: at,
      openedByName: "Ada",
      // Several exceptions are due at the same time.
      dueAt: new Date(at.getTime() + (Math.floor(n / 3) - 5) * HOUR),
    })),
  );
  const first = await list();
  const second = await list("", { cursor: readCursor(first.next), direction: "next" });
  const all = [...first.rows, ...second.rows];
  expect([first.rows.length, second.rows.length, second.next]).toEqual([PAGE_SIZE, 10, null]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(PAGE_SIZE + 10);
  expect(all.map(({ dueAt }) => dueAt.getTime())).toEqual(
    all.map(({ dueAt }) => dueAt.getTime()).toSorted((a, b) => a - b),
  );
  const back = await list("", { cursor: readCursor(second.previous), direction: "previous" });
  expect(back.rows).toEqual(first.rows);
  expect(await countOpen(db, at)).toEqual({ open: PAGE_SIZE + 10, overdue: 18 });
  await db.delete(exceptions);
});

test("[EXC-2] kind, hub, owner, code and run narrow it; what was closed is there for thirty days", async () => {
  const { bookingId, piece, code, run } = await onTheRoad(2);
  const missing = await openOne(opened, {
    kind: "missing",
    bookingId,
    pieceId: piece.id,
    hubId: kano.id,
    ownerId: dispatcher.memberId,
  });
  await openOne(opened, { kind: "incident", runId: run.id, incident: "weather" });
  expect(await kinds("kind=missing")).toEqual(["missing"]);
  expect(await kinds(`hub=${kano.id}`)).toEqual(["missing"]);
  // The incident has no hub of its own, so it belongs to the hub of its run.
  expect(await kinds(`hub=${ikeja.id}`)).toEqual(["incident"]);
  expect(await kinds(`owner=${dispatcher.memberId}`)).toEqual(["missing"]);
  for (const q of [code, code.slice(4, 9), `${code.toLowerCase()}-1`, `${code.slice(0, 6)} ${code.slice(6)}`])
    expect(await kinds(`q=${encodeURIComponent(q)}`)).toEqual(["missing"]);
  expect(await kinds(`q=${run.name}`)).toEqual(["incident"]);
  expect(await kinds("q=%25%25")).toEqual([]);
  // Invalid values in the URL are ignored.
  expect(await kinds("kind=nothing&hub=x&owner=%00&tab=y")).toHaveLength(2);
  expect((await list("kind=missing")).rows[0]).toMatchObject({
    code,
    pieces: 2,
    number: 1,
    hub: "Kano",
    owner: "dispatcher",
  });
  const form = { id: missing.id, version: 1, reason: "delivered", note: "" } as const;
  expect(await closeException(services, dispatcher, form, crypto.randomUUID())).toMatchObject({ ok: true });
  expect(await kinds("")).toEqual(["incident"]);
  expect(await kinds(`tab=closed&q=${code}`)).toEqual(["missing"]);
  expect(await countClosed(db, clock.now())).toBe(1);
  clock.pass(31 * 24 * HOUR);
  expect(await kinds("tab=closed")).toEqual([]);
  expect(await db.$count(exceptions, eq(exceptions.id, missing.id))).toBe(1);
});
