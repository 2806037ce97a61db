/** REFER-1: the referral code of a person, which is generated once, at the first sign-in. */
import { and, eq, isNull } from "drizzle-orm";
import { brokenUnique, type Db, type Tx } from "../../platform/db/client.server.ts";
import { profiles } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/** The characters of referral codes: no lookalikes (0 O, 1 I L, 2 Z, 5 S, 8 B), no U and no V. */
const LETTERS = "ACDEFGHJKMNPQRTWXY34679";
const LENGTH = 6;
const TRIES = 8;

function drawReferralCode(randomInt: (below: number) => number): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Returns the id of the person with this code; null if nobody has it. */
export async function ownerOfCode(db: Db, code: string): Promise<string | null> {
  const [row] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.referralCode, code));
  return row?.id ?? null;
}

/** Gives a person a code if they have none. Generates another one if the code is taken. */
export async function ensureReferralCode(services: Services, tx: Tx, userId: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // The savepoint lets the sign-in continue if another person already has the code.
      await tx.transaction((inner) =>
        inner
          .update(profiles)
          .set({ referralCode: drawReferralCode(services.randomInt) })
          .where(and(eq(profiles.id, userId), isNull(profiles.referralCode))),
      );
      return;
    } catch (error) {
      if (brokenUnique(error) === null || tries >= TRIES) throw error;
    }
  }
}
