/**
 * The site lock. Only the hash of its password is stored (LOCK-3). Every change generates a new `generation`, and an
 * unlock cookie is valid for one generation only (unlock-browser.server.ts).
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { recordActivity, recordOutsiderActivity } from "../activity-log/activity-log.server.ts";
import { isDatabaseUnavailable, type Db, type Tx } from "../platform/db/client.server.ts";
import { siteLockConfig } from "../platform/db/schema.ts";
import { hashPassword, verifyPassword } from "../platform/passwords.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { SuperAdmin } from "../domain/actor.ts";

export type LockState = { active: boolean; generation: string };

/** The maximum age of the cached state, for a change whose notification was missed. */
const KEEP_MS = 1000;
type CachedState = { state: LockState | null; readAt: number };
const cachedStates = new WeakMap<Services["live"], CachedState>();

/** Whether the site is locked now. While the database is unavailable the last known state applies, if there is one. */
export async function readLock({ db, live }: Pick<Services, "db" | "live">): Promise<LockState> {
  let own = cachedStates.get(live);
  if (!own) {
    const fresh: CachedState = { state: null, readAt: -Infinity };
    cachedStates.set(live, (own = fresh));
    live.subscribe(["site-lock"], () => (fresh.readAt = -Infinity));
  }
  const begun = performance.now();
  if (own.state && live.listening() && begun - own.readAt < KEEP_MS) return own.state;
  try {
    const [row] = await db
      .select({ active: siteLockConfig.isActive, generation: siteLockConfig.generation })
      .from(siteLockConfig)
      .where(eq(siteLockConfig.id, 1));
    own.readAt = begun;
    return (own.state = row ?? { active: false, generation: "" });
  } catch (error) {
    if (own.state && isDatabaseUnavailable(error)) return own.state;
    throw error;
  }
}

export type LockShown = { active: boolean; updatedAt: Date | null };

/** The lock's state for the back office; null before there is one. Neither hash nor generation leaves the server. */
export async function showLock(db: Db): Promise<LockShown | null> {
  const [row] = await db
    .select({ active: siteLockConfig.isActive, updatedAt: siteLockConfig.updatedAt })
    .from(siteLockConfig)
    .where(eq(siteLockConfig.id, 1));
  return row ?? null;
}

/** Creates the lock row of a new installation: open. */
export async function makeLock(db: Db): Promise<LockShown> {
  await db.insert(siteLockConfig).values({ id: 1 }).onConflictDoNothing();
  const lock = await showLock(db);
  if (!lock) throw new Error("the lock was not written");
  return lock;
}

export type LockChanged = Result<unknown, "conflict">;

const SENT_BEFORE =
  "This form already changed the lock in another way, so nothing was changed now. Send it again to do it.";

/** Locks the site with a password. Refuses while it is locked already, so that nobody's password is replaced unseen. */
export function activateLock(
  services: Services,
  admin: SuperAdmin,
  password: string,
  key: string,
): Promise<LockChanged> {
  return change(services, admin, key, "site_lock_on", password);
}

/** Opens the site to everybody and removes the password. */
export function deactivateLock(services: Services, admin: SuperAdmin, key: string): Promise<LockChanged> {
  return change(services, admin, key, "site_lock_off", null);
}

async function change(
  services: Services,
  admin: SuperAdmin,
  key: string,
  action: "site_lock_on" | "site_lock_off",
  password: string | null,
): Promise<LockChanged> {
  const at = services.now();
  const passwordHash = password === null ? null : await hashPassword(password);
  const form = idempotencyKey(services, key, { action });
  const result = await services.db.transaction(async (tx) => {
    const { active, hash } = await holdLock(tx);
    return withClaimedKey<object, LockChanged>(
      tx,
      form,
      {
        // The password is in no form's hash: it is compared with the one that was stored.
        repeat: async () =>
          password === null || (await verifyPassword(password, hash))
            ? { ok: true }
            : refuse("conflict", SENT_BEFORE),
        conflict: () => SENT_BEFORE,
      },
      async () => {
        if (active && passwordHash)
          return refuse(
            "conflict",
            "The site is locked already. Deactivate the lock first to set another password.",
          );
        if (!active && !passwordHash) return { ok: true };
        if (!(await claimKey(tx, form, {}, at))) return null;
        await writeLock(tx, passwordHash, at);
        const description = passwordHash ? "Locked the site" : "Unlocked the site";
        await recordActivity(tx, admin, at, { action, description, entityType: "site_lock" });
        return { ok: true };
      },
    );
  });
  forget(services);
  return result;
}

/** For the operator: lifts the lock. False when there was none. */
export async function liftLock(db: Db, at: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await holdLock(tx)).active) return false;
    await writeLock(tx, null, at);
    await recordOutsiderActivity(tx, { name: "Server operator", email: "operator", ip: null }, at, {
      action: "site_lock_off",
      description: "Unlocked the site at the command line",
      entityType: "site_lock",
    });
    await tx.execute(sql`select pg_notify('ona_live', 'site-lock')`);
    return true;
  });
}

/** Creates the row if it is missing, locks it until the transaction ends, and returns whether the lock is active. */
async function holdLock(tx: Tx): Promise<{ active: boolean; hash: string | null }> {
  await tx.insert(siteLockConfig).values({ id: 1 }).onConflictDoNothing();
  const [row] = await tx
    .select({ active: siteLockConfig.isActive, hash: siteLockConfig.passwordHash })
    .from(siteLockConfig)
    .where(eq(siteLockConfig.id, 1))
    .for("update");
  return row ?? { active: false, hash: null };
}

async function writeLock(tx: Tx, passwordHash: string | null, at: Date): Promise<void> {
  await tx
    .update(siteLockConfig)
    .set({ isActive: passwordHash !== null, passwordHash, generation: randomUUID(), updatedAt: at })
    .where(eq(siteLockConfig.id, 1));
}

function forget({ live }: Services): void {
  const own = cachedStates.get(live);
  if (own) own.readAt = -Infinity;
  live.publish("site-lock");
}
