import { eq } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { adminMembers, passwords, profiles } from "../platform/db/schema.ts";

const columns = {
  person: profiles,
  hash: passwords.hash,
  memberId: adminMembers.id,
  role: adminMembers.adminRole,
};

/** Finds the login account of an email address in lower case, with its password hash and its team membership. */
export async function findAccount(db: Db | Tx, email: string) {
  const [account] = await db
    .select(columns)
    .from(profiles)
    .leftJoin(passwords, eq(passwords.userId, profiles.id))
    .leftJoin(adminMembers, eq(adminMembers.userId, profiles.id))
    .where(eq(profiles.email, email));
  return account;
}
