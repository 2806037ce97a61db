/** ACT-2: finds the act that the office or a scan takes back. */
import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts } from "../../platform/db/schema.ts";
import type { StoredAct } from "./act-rows.server.ts";

export async function readAct(tx: Pick<Tx, "select">, id: number): Promise<StoredAct> {
  const [act] = await tx.select().from(acts).where(eq(acts.id, id));
  return act!;
}
