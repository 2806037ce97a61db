/**
 * The site lock. Only the hash of its password is stored (LOCK-3). Every change makes a new `generation`, and
 * an unlock cookie is valid for one generation (unlock-browser.server.ts).
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { operatorCommand } from "../../access/operator-command.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { isDatabaseUnavailable, type Db, type Tx } from "../../platform/db/client.server.ts";
import { siteLockConfig } from "../../platform/db/schema.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse } from "./messages.ts";
import { activateForm } from "./site-lock.ts";

export type LockState = { active: boolean; generation: string };

/**
 * The maximum age of the cached state, in ms. After this time, even a process that missed the notice of a change reads
 * the new state.
 */
const KEEP_MS = 1000;
/**
 * The longest time, in ms, for which locking the site waits until the other processes confirm the change. A process
 * that has not confirmed it by then has a cached state older than KEEP_MS, so it must read the new state before it
 * serves a page.
 */
const TELL_MS = 1000;
/**
 * The state is read at most this many times while notices of changes keep arriving. The last state is then used, but
 * not cached.
 */
const TRIES = 3;
/**
 * The cached state. `notices` counts the notices of changes. A state is not cached if a notice came during its read.
 */
type CachedState = { state: LockState | null; readAt: number; notices: number };
const cachedStates = new WeakMap<Services["live"], CachedState>();

/** Returns the state of the lock. While the database is unavailable, the last known state applies. */
export async function readLock({ db, live }: Pick<Services, "db" | "live">): Promise<LockState> {
  let own = cachedStates.get(live);
  if (!own) {
    const fresh: CachedState = { state: null, readAt: -Infinity, notices: 0 };
    cachedStates.set(live, (own = fresh));
    live.subscribe(["site-lock"], () => drop(fresh));
  }
  if (own.state && live.listening() && performance.now() - own.readAt < KEEP_MS) return own.state;
  try {
    return await readNow(db, own);
  } catch (error) {
    if (own.state && isDatabaseUnavailable(error)) return own.state;
    throw error;
  }
}

/** Reads the state and caches it. Reads again if a notice of a change arrives during the read. */
async function readNow(db: Db, own: CachedState): Promise<LockState> {
  for (let tries = 1; ; tries++) {
    const begun = performance.now();
    const { notices } = own;
    const [row] = await db
      .select({ active: siteLockConfig.isActive, generation: siteLockConfig.generation })
      .from(siteLockConfig)
      .where(eq(siteLockConfig.id, 1));
    const state = row ?? { active: false, generation: "" };
    if (own.notices !== notices && tries < TRIES) continue;
    // The state is cached only if no notice of a change came meanwhile, and if no later read has cached its
    // result.
    if (own.notices === notices && begun >= own.readAt) Object.assign(own, { state, readAt: begun });
    return state;
  }
}

function drop(own: CachedState): void {
  own.readAt = -Infinity;
  own.notices++;
}

/** Drops this process's cached state. The process calls this after its own change, and does not wait for the notice. */
function dropCached(live: Services["live"]): void {
  const own = cachedStates.get(live);
  if (own) drop(own);
}

export type LockShown = { active: boolean; updatedAt: Date | null };

/** Reads the lock for its page, without the hash and the generation. Null if the lock was never set. */
export async function showLock(db: Db): Promise<LockShown | null> {
  const [row] = await db
    .select({ active: siteLockConfig.isActive, updatedAt: siteLockConfig.updatedAt })
    .from(siteLockConfig)
    .where(eq(siteLockConfig.id, 1));
  return row ?? null;
}

/** Creates the row of the lock in a new installation, with an open site. */
export async function makeLock(db: Db): Promise<LockShown> {
  await db.insert(siteLockConfig).values({ id: 1 }).onConflictDoNothing();
  const lock = await showLock(db);
  if (!lock) throw new Error("the lock was not written");
  return lock;
}

/**
 * Locks the site with a password. Refuses on a locked site, so that nobody replaces a password unseen.
 * Returns once no process serves the open site any more (LOCK-5).
 */
export const activateLock = operation({
  name: "site_lock.activate",
  by: staff("manageSiteLock"),
  input: activateForm,
  secrets: ["password", "confirmPassword"],
  prepare: async (_, { password }) => ({ ok: true, prepared: await hashPassword(password) }),
  on: ({ tx }) => holdLock(tx),
  run: async ({ tx, actor, at, prepared: hash }, _, { active }) => {
    if (active) return refuse("conflict", "locked_already");
    await writeLock(tx, hash, at);
    await recordActivity(tx, actor, at, {
      action: "site_lock_on",
      description: "Locked the site",
      entityType: "site_lock",
    });
    return { ok: true };
  },
  // A repeated form is recognised by a hash of its fields without the password. The password of the repeated form is
  // therefore compared with the stored password.
  again: async ({ tx }, { password }, first) => {
    const { hash } = await holdLock(tx);
    return (await verifyPassword(password, hash)) ? first : refuse("conflict", "sent_before");
  },
  tell: async ({ live }) => {
    dropCached(live);
    await live.tellAll("site-lock", TELL_MS);
  },
});

/** Opens the site to everybody and removes the password. */
export const deactivateLock = operation({
  name: "site_lock.deactivate",
  by: staff("manageSiteLock"),
  input: z.object({}),
  on: ({ tx }) => holdLock(tx),
  run: async ({ tx, actor, at }, _, { active }) => {
    if (!active) return { ok: true };
    await writeLock(tx, null, at);
    await recordActivity(tx, actor, at, {
      action: "site_lock_off",
      description: "Unlocked the site",
      entityType: "site_lock",
    });
    return { ok: true };
  },
  tell: ({ live }) => {
    dropCached(live);
    live.publish("site-lock");
  },
});

/** The server operator's command that opens the site. `lifted` is false if the site was not locked. */
export const liftLock = operatorCommand({
  name: "site_lock.lift",
  input: z.object({}),
  run: async ({ tx, actor, at }) => {
    if (!(await holdLock(tx)).active) return { ok: true, lifted: false };
    await writeLock(tx, null, at);
    await recordActivity(tx, actor, at, {
      action: "site_lock_off",
      description: "Unlocked the site at the command line",
      entityType: "site_lock",
    });
    await tx.execute(sql`select pg_notify('ona_live', 'site-lock')`);
    return { ok: true, lifted: true };
  },
});

/** Locks the site lock's row for the transaction; creates a missing row. `hash` is the password's hash. */
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
