import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";

const opened = await closedAfterAll(openTestServices());

test.each([0, 3600])("a job that waits %i s is stored as pg-boss stores it", async (afterSeconds) => {
  const { db, jobs } = opened.services;
  const boss = new PgBoss({ connectionString: opened.connectionString, schedule: false, supervise: false });
  // Its last connection may end with the database.
  boss.on("error", () => undefined);
  await boss.start();
  const [own, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  // Not done meanwhile: the transaction is not over.
  await db
    .transaction(async (tx) => {
      const data = { keys: ["none"] };
      await jobs.add(tx, "pictures", data, { id: own, afterSeconds });
      await boss.send("pictures", data, { id: theirs, startAfter: afterSeconds, db: fromDrizzle(tx, sql) });
      const { rows } = await tx.execute(sql`
        select count(*)::int as n, count(distinct to_jsonb(j) - '{id}'::text[])::int as kinds from pgboss.job j
        where id in (${own}, ${theirs})`);
      expect(rows).toEqual([{ n: 2, kinds: 1 }]);
    })
    .finally(() => boss.stop({ graceful: false }));
});
