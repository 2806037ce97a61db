/** BANK-2: limits keep the cost of a file low. The rows of a file are matched once for all readers. */
import { workOf } from "../../../test/fixtures/work.ts";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { gtbankStatement } from "../../../test/fixtures/bank-statements.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { ACCOUNT, matchByGuess, wholeStatement } from "../../../test/fixtures/statements.ts";
import { bankStatements } from "../../platform/db/schema.ts";
import { chooseColumns } from "./choose-columns.server.ts";
import { startLookUp } from "./look-up-codes.server.ts";
import { matchUploaded } from "./match-job.server.ts";
import { matchAgain, readBankStatement } from "./statements.server.ts";
import { uploadStatement } from "./upload-statement.server.ts";

const { opened, services, db } = await openWithStaff();
const cashier = await makeAdmin(opened, "cashier");

const code = (n: number) => `OD${String(10_000_000 + n * 7919).slice(0, 8)}NG`;
const narration = (row: number, codes: number) =>
  Array.from({ length: codes }, (_, n) => code(row * codes + n)).join(" ");
const linesOf = (rows: number, codes: number) =>
  Array.from({ length: rows }, (_, row) => ({
    row: row + 2,
    on: "2026-11-21",
    kobo: 500_000,
    reference: `FT${100_000 + row}`,
    text: narration(row, codes),
  }));

/** The database, with a counter of the SQL statements that it runs. */
function counted() {
  const asked = { statements: 0 };
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === "execute") asked.statements++;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { asked, counting };
}

test("[BANK-2] rows with many unknown codes are looked up by the hundred, and not searched for typing errors", async () => {
  const { asked, counting } = counted();
  const lookUp = startLookUp(counting);
  const codes = await lookUp.codesOf(linesOf(3000, 10));
  expect(codes).toHaveLength(3000);
  expect(codes.every(({ near, named }) => near.length === 0 && named !== null)).toBe(true);
  expect(asked.statements).toBe(15);
  expect(lookUp.cut()).toBe(false);
  const [many] = await startLookUp(db).codesOf(linesOf(1, 21));
  expect(many).toMatchObject({ tooMany: true, stated: [], bare: [], near: [] });
});

test("[BANK-2] at most 1,000 rows of a file are searched for typing errors, and none after 20 s", async () => {
  const { asked, counting } = counted();
  const lookUp = startLookUp(counting);
  await lookUp.codesOf(linesOf(1050, 1));
  expect(asked.statements).toBe(6 + 1000);
  expect(lookUp.cut()).toBe(true);
  let clock = 0;
  const late = counted();
  const slow = startLookUp(late.counting, () => (clock += 15_000));
  await slow.codesOf(linesOf(25, 1));
  expect(late.asked.statements).toBe(1 + 1);
  expect(slow.cut()).toBe(true);
});

test("[BANK-2] a statement is matched once; what an older job found is not kept; who may only read starts no job", async () => {
  const file = gtbankStatement([{ kobo: 500_000, text: code(1), n: 1 }]);
  const kept = await uploadStatement(services, cashier, { file, account: ACCOUNT }, randomUUID());
  const id = kept.ok ? kept.id : "";
  await matchByGuess(services, cashier, id);
  const first = (await readBankStatement(db, id))!;
  expect(first.matched).toMatchObject({ counts: { unknown: 1 }, payments: 0, proof: null });
  expect(await matchUploaded(services, id, first.matching)).toBe(false);
  const support = await makeAdmin(opened, "support");
  expect(await matchAgain(services, support, { id })).toMatchObject({ code: "forbidden" });
  expect((await readBankStatement(db, id))?.matching).toBe(first.matching);
  await db
    .update(bankStatements)
    .set({ matching: first.matching + 1, matched: null })
    .where(eq(bankStatements.id, id));
  expect(await matchUploaded(services, id, first.matching)).toBe(false);
  expect((await readBankStatement(db, id))?.matched).toBeNull();
  expect((await wholeStatement(services, id))?.lines).toMatchObject([{ state: "unknown" }]);
});

test("[BANK-2] [BANK-5] a statement of 3,000 rows is matched and compared with what is known by few SQL statements", async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({ kobo: 475_000, text: narration(n, 3), n: n + 10 }));
  const file = gtbankStatement(rows);
  // Queues no job, because a job might match the rows before this test does.
  const withoutJobs = { ...services, jobs: { ...services.jobs, add: () => Promise.resolve() } };
  const kept = await uploadStatement(withoutJobs, cashier, { file, account: ACCOUNT }, randomUUID());
  const id = kept.ok ? kept.id : "";
  const preview = (await readBankStatement(db, id))!.preview;
  await chooseColumns(withoutJobs, cashier, { id, ...preview.columns });
  const { matching } = (await readBankStatement(db, id))!;
  const { result, work } = await workOf(() => matchUploaded(services, id, matching));
  expect(result).toBe(true);
  expect((await readBankStatement(db, id))?.matched?.proof).toMatchObject({ rows: 3000, adding: 3000 });
  // 15 SQL statements look up 200 rows each. The other SQL statements concern many rows together.
  expect(work.length).toBeLessThan(150);
});
