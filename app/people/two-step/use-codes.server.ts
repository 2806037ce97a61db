/** STAFF-33: stores a second step, and uses its codes. */
import { and, count, eq, isNull, lt } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { recoveryCodes, twoSteps } from "../../platform/db/schema.ts";
import { seal, unseal } from "../../platform/sealed.server.ts";
import { counterOf, recoveryHash, tidiedCode, type Drawn } from "./codes.server.ts";

const sealOf = (userId: string) => ({ purpose: "two-step", subject: userId });

/**
 * How a code was accepted: as a code of the app, or as a recovery code. `left` is the number of unused recovery codes.
 */
export type Used = { by: "app" } | { by: "recovery"; left: number };

/**
 * Uses a code of a person's app, or a recovery code. Each code works once, also in two simultaneous requests. Returns
 * null if the code is wrong or used, and "unreadable" if another APP_SECRET encrypted the secret.
 */
export async function takeCode(
  tx: Tx,
  appSecret: string,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<Used | "unreadable" | null> {
  const [row] = await tx.select().from(twoSteps).where(eq(twoSteps.userId, userId)).for("update");
  if (!row) return null;
  const secret = unseal(appSecret, sealOf(userId), row.secret);
  const counter = secret === null ? null : counterOf(secret, tidiedCode(code), at);
  if (counter !== null) {
    const used = await tx
      .update(twoSteps)
      .set({ lastCounter: counter })
      .where(and(eq(twoSteps.userId, userId), lt(twoSteps.lastCounter, counter)))
      .returning({ userId: twoSteps.userId });
    return used.length > 0 ? { by: "app" } : null;
  }
  const ofPerson = eq(recoveryCodes.userId, userId);
  const replaced = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        ofPerson,
        eq(recoveryCodes.hash, recoveryHash(appSecret, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  if (replaced.length === 0) return secret === null ? "unreadable" : null;
  const [left] = await tx
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(ofPerson, isNull(recoveryCodes.usedAt)));
  return { by: "recovery", left: left!.n };
}

/**
 * Stores a person's second step in place of an earlier one, and uses `code`, the app's first code, which proves that
 * the app has the secret. Returns false if the code is wrong.
 */
export async function storeTwoStep(
  tx: Tx,
  appSecret: string,
  { userId, drawn, code, at }: { userId: string; drawn: Drawn; code: string; at: Date },
): Promise<boolean> {
  const counter = counterOf(drawn.secret, tidiedCode(code), at);
  if (counter === null) return false;
  const row = {
    secret: seal(appSecret, sealOf(userId), drawn.secret),
    lastCounter: counter,
    confirmedAt: at,
  };
  await tx
    .insert(twoSteps)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: twoSteps.userId, set: row });
  await storeRecoveryCodes(tx, appSecret, { userId, codes: drawn.recovery, at });
  return true;
}

export async function storeRecoveryCodes(
  tx: Tx,
  appSecret: string,
  { userId, codes, at }: { userId: string; codes: readonly string[]; at: Date },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: recoveryHash(appSecret, userId, code), issuedAt: at })));
}
