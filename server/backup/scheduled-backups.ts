/**
 * RUN-13: writes a daily backup to BACKUP_TO. The file names in BACKUP_TO alone say which days have a backup, so a
 * restored database or a second machine makes no difference. An advisory lock ensures that only one process makes the
 * backup.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lagosDay, startOfLagosDay } from "../../app/domain/dates.ts";
import type { BackupState, Services } from "../../app/platform/services.server.ts";
import { startRounds } from "../../app/platform/jobs/rounds.server.ts";
import { openBackupTarget, type BackupTarget } from "./backup-target.ts";
import { writeBackup, type BackupSource } from "./backup.ts";
import { withClient } from "../postgres/with-client.ts";

/** `to` is BACKUP_TO, `atMinutes` counts minutes from midnight in Lagos, and `keep` is the number of kept backups. */
type BackupPlan = { to: string; atMinutes: number; keep: number };
type Source = Omit<BackupSource, "now">;

const FIRST_MS = 60_000;
const LOOK_MS = 5 * 60_000;
/** The time between a failed backup and the next try. */
const AGAIN_MS = 30 * 60_000;
const MINUTE_MS = 60_000;
/** The key of the advisory lock, so that only one process makes a backup. Any fixed number works. */
const LOCK = 7_205_133;

type Options = {
  plan: BackupPlan;
  source: Source;
  services: Pick<Services, "now" | "log" | "backups">;
  target?: BackupTarget;
};

/** Makes today's backup if it is due and missing. A failure is logged and stored, never thrown. */
export async function backUpWhenDue(options: Options): Promise<void> {
  const { plan, services } = options;
  const { log, backups, now } = services;
  const target = options.target ?? openBackupTarget(plan.to);
  try {
    const stored = await target.list();
    remember(backups, stored);
    const at = now();
    const day = lagosDay(at);
    const due = at.getTime() - startOfLagosDay(at).getTime() >= plan.atMinutes * MINUTE_MS;
    const done = stored.some((backup) => backup.day === day);
    if (done) backups.error = null;
    if (done || !due) return;
    if (backups.failedAt && at.getTime() - backups.failedAt.getTime() < AGAIN_MS) return;
    await withLock(options.source.connectionString, async () => {
      // Another process may have made today's backup meanwhile.
      if ((await target.list()).some((backup) => backup.day === day)) return;
      await backUp(options.source, target, day, at);
      // Old backups are removed only after the new one exists.
      await rotate(target, plan.keep);
      log.info({ day, keep: plan.keep }, "backup made");
    });
    remember(backups, await target.list());
    backups.error = null;
    backups.failedAt = null;
  } catch (error) {
    backups.failedAt = now();
    backups.error = withoutSecrets(error);
    log.error({ err: error }, "backup failed; it is tried again in 30 minutes, and older backups are kept");
  }
}

async function backUp(source: Source, target: BackupTarget, day: string, now: Date): Promise<void> {
  const folder = target.folder ?? (await mkdtemp(join(tmpdir(), "ona-backup-")));
  const file = join(folder, `.ona-${day}.new`);
  try {
    await writeBackup({ ...source, file, now });
    await target.put(file, day);
  } finally {
    await rm(file, { force: true });
    if (!target.folder) await rm(folder, { recursive: true, force: true });
  }
}

async function rotate(target: BackupTarget, keep: number): Promise<void> {
  const stored = await target.list();
  for (const { day } of stored.slice(0, Math.max(0, stored.length - keep))) await target.remove(day);
}

function remember(state: BackupState, stored: { bytes: number; at: Date }[]): void {
  const last = stored.at(-1);
  state.count = stored.length;
  state.lastAt = last?.at ?? null;
  state.lastBytes = last?.bytes ?? null;
}

/** Runs `work` with the advisory lock. Does nothing if another process holds the lock. */
async function withLock(connectionString: string, work: () => Promise<void>): Promise<void> {
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK]);
    if (!rows[0]?.got) return;
    await work();
  });
}

/** Returns the reason of a failure, without the keys in a bucket's URL. */
function withoutSecrets(error: unknown): string {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  return [code ?? name, message]
    .filter(Boolean)
    .join(": ")
    .replace(/\/\/[^@\s/]+@/g, "//")
    .slice(0, 300);
}

/** Checks every few minutes whether a backup is due. Returns a function that stops the checks. */
export function startScheduledBackups(options: Options): () => void {
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= backUpWhenDue(options).finally(() => (running = null));
  };
  return startRounds(look, FIRST_MS, LOOK_MS);
}
