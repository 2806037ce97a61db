/** ACT-1: every row of a ledger carries the act that wrote it, on a real database. */
import { sql } from "drizzle-orm";
import * as z from "zod";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { staff } from "../../access/by.server.ts";
import { recordDelivered } from "../../road/entries/run-deeds.server.ts";
import { acts } from "../db/schema.ts";
import { noteEvent } from "../../parcels/receiver-link/of-parcel.server.ts";
import { operation } from "./operation.server.ts";

const { opened, services, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { outWithCash } = await makeCashDesk(opened, runDesk);

/** The ledgers, whose rows carry an act. */
const LEDGERS = [
  "booking_events",
  "custody_entries",
  "cash_entries",
  "payments",
  "settlement_entries",
  "proofs",
  "exceptions",
  "business_credits",
  "invoices",
];

const countActs = () => db.$count(acts);

test("[ACT-1] what one entry writes to five ledgers carries the number of one act, with its door, run and author", async () => {
  const { run, ids } = await outWithCash();
  const before = await countActs();
  const form = {
    run: run.id,
    note: "Ada Obi",
    noPin: "Not asked",
    collected: "25,000",
    [`piece:${ids[0]}`]: "on",
  };
  const sent = key();
  expect(await recordDelivered.receive(services, runDesk.desk, form, sent)).toMatchObject({ ok: true });
  expect(await recordDelivered.receive(services, runDesk.desk, form, sent)).toMatchObject({ ok: true });
  expect(await countActs()).toBe(before + 1);
  const [act] = await db
    .select()
    .from(acts)
    .orderBy(sql`id desc`)
    .limit(1);
  expect(act).toMatchObject({
    kind: "delivered",
    source: "office",
    runId: run.id,
    authorId: runDesk.desk.person.id,
  });
  const { rows } = await db.execute<{ ledger: string; kind: string }>(
    sql.raw(
      ["booking_events", "custody_entries", "cash_entries", "settlement_entries", "proofs"]
        .map((ledger) => `select '${ledger}' as ledger from ${ledger} where act_id = ${act!.id}`)
        .join(" union "),
    ),
  );
  expect(rows.map(({ ledger }) => ledger).toSorted()).toEqual([
    "booking_events",
    "cash_entries",
    "custody_entries",
    "proofs",
    "settlement_entries",
  ]);
});

test("[ACT-1] an operation that changes nothing stores no act, and one that declares none may write to no history", async () => {
  const admin = await makeAdmin(opened, "moderator");
  const parcel = await bookOne(opened);
  const before = await countActs();
  const writing = (act?: "noted") =>
    operation({
      name: "test.note",
      by: staff("changeStatus"),
      ...(act && { act }),
      input: z.object({ note: z.string() }),
      run: async (work, { note }) => {
        if (note) await noteEvent(work, parcel, "noted", note);
        return { ok: true };
      },
    });
  expect(await writing("noted")(services, admin, { note: "" })).toEqual({ ok: true });
  expect(await countActs()).toBe(before);
  expect(await writing("noted")(services, admin, { note: "Called" })).toEqual({ ok: true });
  expect(await countActs()).toBe(before + 1);
  await expect(writing()(services, admin, { note: "Called" })).rejects.toThrow("test.note declares no act");
});

test("[ACT-1] every ledger needs the act of its rows, and the database refuses to change an act", async () => {
  const { rows } = await db.execute<{ table: string }>(sql`
    select table_name as table from information_schema.columns
    where column_name = 'act_id' and is_nullable = 'NO' and column_default is null order by table_name`);
  expect(rows.map(({ table }) => table)).toEqual(LEDGERS.toSorted());
  await bookOne(opened);
  for (const change of ["update acts set kind = 'noted'", "delete from acts", "truncate acts cascade"])
    await expect(db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: expect.stringContaining("append-only") as string },
    });
  const { rows: empty } = await db.execute(
    sql.raw(
      `select id from acts a where ${LEDGERS.map((ledger) => `not exists (select from ${ledger} where act_id = a.id)`).join(" and ")}`,
    ),
  );
  expect(empty).toEqual([]);
});
