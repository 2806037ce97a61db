import { eq } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { adminMembers, passwords, profiles } from "../platform/db/schema.ts";

const columns = {
  person: profiles,
  hash: passwords.hash,
  memberId: adminMembers.id,
  role: adminMembers.adminRole,
};

/** The login account of a lower-cased email address, its password hash and its team membership. */
export async function findAccount(db: Db | Tx, email: string) {
  const [account] = await db
    .select(columns)
    .from(profiles)
    .leftJoin(passwords, eq(passwords.userId, profiles.id))
    .leftJoin(adminMembers, eq(adminMembers.userId, profiles.id))
    .where(eq(profiles.email, email));
  return account;
}
