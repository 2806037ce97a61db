/** `npm run admin -- check`: tests everything that the product needs, in the same way as the product uses it. */
import { randomBytes, randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import {
  appliedMigrations,
  knownMigrations,
  pendingMigrations,
} from "../../app/platform/db/migrate.server.ts";
import { openFiles } from "../../app/platform/files/files.server.ts";
import { readS3Url } from "../../app/platform/files/s3-url.ts";
import { isS3Target, openBackupTarget } from "../backup/backup-target.ts";
import { mailFrom, trySmtpSession } from "./check-mail.ts";
import type { Config } from "../config.ts";
import { nearestFolder } from "../postgres/data-folder.ts";
import { checkDatabase } from "../postgres/database-check.ts";
import { connectOrStartEmbedded } from "../postgres/embedded-postgres.ts";
import { hasDatabase } from "../postgres/postgres-data-directory.ts";
import { reasonOf } from "../reason.ts";
import { VERSION } from "../version.ts";
import { withClient } from "../postgres/with-client.ts";

export type Finding = { what: string; ok: boolean; text: string };

const GIGABYTE = 1024 ** 3;
const FREE_BYTES = GIGABYTE;
const CLOCK_MS = 2000;

/** Runs each test and returns its finding, in a fixed order. Removes everything that the tests created. */
export async function checkEverything(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (what: string, work: () => Promise<string>) => {
    try {
      findings.push({ what, ok: true, text: await work() });
    } catch (error) {
      findings.push({ what, ok: false, text: reasonOf(error) });
    }
  };
  await look("version", async () => `${VERSION}, Node.js ${process.version}`);
  await lookAtDatabase(config, look);
  await look("mail server", () => tryMail(config));
  await look("file store", () => tryFiles(config));
  await look("disk", () => freeSpace(config.dataDir));
  await look("secrets", () => checkSecrets(config));
  await look("backups", () => tryBackupTarget(config));
  return findings;
}

/** Names a folder, or the host and name of a bucket, without the bucket's keys. */
const placeOf = (to: string) => (isS3Target(to) ? bucketOf(to) : to);
const bucketOf = (url: string) => `bucket ${readS3Url(url).bucket} at ${new URL(url).host}`;

/** Runs `work`. If it fails, the error's message begins with `place`. */
function naming<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw new Error(`${place}: ${reasonOf(error)}`, { cause: error });
  });
}

type Look = (what: string, work: () => Promise<string>) => Promise<void>;

async function lookAtDatabase(config: Config, look: Look): Promise<void> {
  let embedded: Awaited<ReturnType<typeof connectOrStartEmbedded>> | null = null;
  let connectionString = config.databaseUrl;
  await look("database", async () => {
    if (config.databaseUrl) await checkDatabase(config.databaseUrl, config.processes);
    else {
      if (!hasDatabase(config.dataDir)) throw new Error(`there is none in DATA_DIR ${config.dataDir}`);
      embedded = await connectOrStartEmbedded({ dataDir: config.dataDir, log: () => {} });
      connectionString = embedded.connectionString;
    }
    return withClient(connectionString ?? "", async (client) => {
      const { rows } = await client.query<{ version: string; size: string }>(
        "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
      );
      return `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}; encoding, rights and connections are right`;
    });
  });
  const url = connectionString;
  if (url && (config.databaseUrl || embedded)) {
    await look("migrations", () =>
      withClient(url, async (client) => {
        const pending = pendingMigrations(await appliedMigrations(client), knownMigrations(), "the database");
        return pending.length === 0 ? "all applied" : `${pending.length} will be applied by the next start`;
      }),
    );
    await look("clock", () => compareClocks(url));
  }
  await (embedded as { stop(): Promise<void> } | null)?.stop();
}

export async function tryMail({ smtpUrl, mailFrom: from }: Config): Promise<string> {
  if (!smtpUrl) return "none: mails are kept at /mailbox";
  const { host } = new URL(smtpUrl);
  const address = mailFrom(from);
  await naming(host, () => trySmtpSession(smtpUrl));
  // Addresses in a reserved domain (RFC 2606) belong to nobody. Mail to them is refused or lost.
  if (/[@.]example(\.(com|net|org))?$/i.test(address))
    throw new Error(
      `mails would be from ${address}, which is only an example: set MAIL_FROM to an address of your own`,
    );
  return `${host} accepts us; mails are from ${address}`;
}

export function compareClocks(connectionString: string): Promise<string> {
  return withClient(connectionString, async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{ at: Date }>("select clock_timestamp() as at");
    const middle = (before + Date.now()) / 2;
    const off = Math.abs((rows[0]?.at.getTime() ?? 0) - middle);
    if (off > CLOCK_MS)
      throw new Error(`it differs from the database's by ${Math.round(off / 1000)} s: run NTP on both`);
    return "the same as the database's";
  });
}

export async function tryFiles(config: Config): Promise<string> {
  if (!config.s3Url && !existsSync(config.dataDir)) throw new Error(`there is no DATA_DIR ${config.dataDir}`);
  const where = config.s3Url ? bucketOf(config.s3Url) : join(config.dataDir, "uploads");
  const files = openFiles(config);
  const key = `${randomUUID()}.webp`;
  const bytes = randomBytes(100);
  await naming(where, async () => {
    await files.put(key, bytes, "image/webp");
    try {
      const back = await files.get(key);
      if (!back || !bytes.equals(back))
        throw new Error("the file that was read back differs from what was written");
    } finally {
      await files.remove(key);
    }
  });
  return `wrote, read and deleted a file in ${where}`;
}

async function freeSpace(dataDir: string): Promise<string> {
  // DATA_DIR may be missing if database and pictures are elsewhere. The nearest existing parent folder is on the same
  // disk.
  const folder = nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${(free / GIGABYTE).toFixed(1)} GB free at ${folder}`;
  if (free < FREE_BYTES) throw new Error(`${text}: less than 1 GB`);
  return text;
}

async function checkSecrets(config: Config): Promise<string> {
  if (config.appSecret) return "APP_SECRET is set";
  const file = join(config.dataDir, "app-secret");
  if (!existsSync(file)) throw new Error(`there is no ${file}: the first start makes it`);
  const { mode } = await stat(file);
  if (mode & 0o077) throw new Error(`${file} can be read by others: run chmod 600 on it`);
  return `${file} can be read by its owner only`;
}

export async function tryBackupTarget({ backup }: Config): Promise<string> {
  if (!backup) return "none are scheduled (BACKUP_TO)";
  const target = openBackupTarget(backup.to);
  const stored = await naming(placeOf(backup.to), async () => {
    const found = await target.list();
    if (target.folder) await access(target.folder, constants.W_OK);
    return found;
  });
  const last = stored.at(-1);
  if (!last) return "the place can be read; there is no backup yet";
  return `${stored.length} there, the newest of ${last.day}`;
}
