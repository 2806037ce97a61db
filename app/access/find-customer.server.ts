import { eq } from "drizzle-orm";
import type { Customer } from "./actor.ts";
import type { Db } from "../platform/db/client.server.ts";
import { profiles } from "../platform/db/schema.ts";
import { asCustomer } from "./actors.server.ts";

/** Finds the customer who started a job. Null if the customer has deleted the account. */
export async function findCustomer(db: Db, userId: string): Promise<Customer | null> {
  const [person] = await db.select().from(profiles).where(eq(profiles.id, userId));
  return person ? asCustomer({ ip: "background", sessionHash: null, person, staff: null }) : null;
}
