/** API-9: copies the data that bookings need into the sandbox: company facts, hubs and published prices. */
import { isNotNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client.server.ts";
import { companySettings, hubAreas, hubs, laneHours, priceLists } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";

/** Copies the current data. What the company has removed meanwhile is no longer used in the sandbox. */
export async function copyCompany(company: Db, sandbox: Db): Promise<{ hubs: number; priceLists: number }> {
  const [facts, places, areas, lanes, lists] = await Promise.all([
    company.select().from(companySettings),
    company.select().from(hubs),
    company.select().from(hubAreas),
    company.select().from(laneHours),
    company.select().from(priceLists).where(isNotNull(priceLists.version)),
  ]);
  await transact(sandbox, async (tx) => {
    const put = async <Table extends PgTable>(table: Table, rows: Table["$inferInsert"][]) => {
      if (rows.length > 0) await tx.insert(table).values(rows).onConflictDoNothing();
    };
    await tx.delete(companySettings);
    await put(companySettings, facts);
    await tx.delete(hubAreas);
    await tx.delete(laneHours);
    // A sandbox booking may refer to a hub, so a hub that the company no longer has is closed and not deleted.
    await tx.update(hubs).set({ active: false });
    for (const hub of places)
      await tx.insert(hubs).values(hub).onConflictDoUpdate({ target: hubs.id, set: hub });
    await put(hubAreas, areas);
    await put(laneHours, lanes);
    await put(priceLists, lists);
  });
  return { hubs: places.length, priceLists: lists.length };
}
