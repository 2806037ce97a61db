/** The commands of `npm run admin -- …` that work on a database. */
import { z } from "zod";
import { resetAdminPassword, resetTwoStep, setAdmin } from "../../app/people/staff/first-admin.server.ts";
import { ADMIN_ROLES, ADMIN_ROLE_NAMES } from "../../app/domain/admin-roles.ts";
import { COMMON_PASSWORD } from "../../app/platform/common-password.ts";
import { isCommonPassword } from "../../app/platform/common-passwords.server.ts";
import { knownMigrations, migrateDatabase, pendingMigrations } from "../../app/platform/db/migrate.server.ts";
import { seedSampleStores } from "../demo/seed.server.ts";
import { openFiles } from "../../app/platform/files/files.server.ts";
import { startJobs } from "../../app/platform/jobs/jobs.server.ts";
import { JOB_KINDS } from "../job-kinds.ts";
import { liftLock } from "../../app/company/site-lock/site-lock.server.ts";
import { fileOption, mayOverwrite, options, CommandRefused, UsageError } from "./admin-options.ts";
import { grantAppRole } from "../postgres/app-role.ts";
import { askPassword } from "./ask-password.ts";
import { readBackupFile, verifyBackup, type BackupCounts } from "../backup/backup-format.ts";
import { CHANGED, restoreBackup, type Restored } from "../backup/backup-restore.ts";
import { sealState, UNPROVEN } from "../backup/backup-seal.ts";
import { streamBackup, writeBackup } from "../backup/backup.ts";
import { renewSandbox } from "../sandbox.ts";
import { appSecret, presentSecret } from "../secret.ts";
import { CARE_COMMANDS } from "./maintenance.ts";
import { UPGRADE_COMMANDS } from "./admin-upgrade.ts";
import { email, orRefusal, uploadsOf, withDatabase, type Command } from "./admin-command.ts";
import { withClient } from "../postgres/with-client.ts";

const MIN_PASSWORD = 6;

export const COMMANDS: Record<string, Command> = {
  ...CARE_COMMANDS,
  ...UPGRADE_COMMANDS,
  create: {
    on: "makes",
    prepare(args) {
      const {
        email: to,
        name,
        role,
      } = options(
        args,
        z.object({
          email,
          name: z.string("--name is missing").trim().min(1, "--name is empty").max(100, "--name is too long"),
          role: z.enum(ADMIN_ROLES, `--role must be one of ${ADMIN_ROLES.join(", ")}`),
        }),
      );
      return withDatabase(async (db) => {
        const password = await newPassword();
        const { created } = orRefusal(await setAdmin(db, { email: to, name, password, role }, new Date()));
        return created
          ? `Created the admin user ${to} (${ADMIN_ROLE_NAMES[role]}).`
          : `${to} was an admin user already: now ${ADMIN_ROLE_NAMES[role]}, with the new password; signed out everywhere.`;
      });
    },
  },
  "reset-password": {
    on: "existing",
    prepare(args) {
      const { email: to } = options(args, z.object({ email }));
      return withDatabase(async (db) => {
        const password = await newPassword();
        orRefusal(await resetAdminPassword(db, { email: to, password }, new Date()));
        return `Changed the password of ${to} and ended their sessions.`;
      });
    },
  },
  "reset-two-step": {
    on: "existing",
    prepare(args) {
      const { email: to } = options(args, z.object({ email }));
      return withDatabase(async (db) => {
        orRefusal(await resetTwoStep(db, { email: to }, new Date()));
        return `Removed the two-step sign-in of ${to} and ended their sessions.`;
      });
    },
  },
  "unlock-site": {
    on: "existing",
    prepare(args) {
      options(args, z.object({}));
      return withDatabase(async (db) =>
        orRefusal(await liftLock(db, {}, new Date())).lifted
          ? "Lifted the site lock."
          : "The site was not locked.",
      );
    },
  },
  seed: {
    on: "makes",
    prepare(args) {
      options(args, z.object({}));
      return withDatabase(async (db, config) => {
        const seeded = await seedSampleStores(db, openFiles(config), new Date(), { again: true });
        if (!seeded)
          return "Nothing was added: there is a store already, or the sample stores were added before.";
        return `Added ${seeded.stores} sample stores with ${seeded.products} products.`;
      });
    },
  },
  sandbox: {
    on: "existing",
    prepare(args) {
      options(args, z.object({}));
      return async ({ connectionString, sandboxUrl }) => {
        if (!sandboxUrl)
          throw new CommandRefused(
            "There is no sandbox: set SANDBOX_DATABASE_URL to a database of its own. Nothing was made",
          );
        const { hubs, priceLists } = await renewSandbox(sandboxUrl, connectionString);
        return `The sandbox is ready, with ${counted(hubs, "hub")} and ${counted(priceLists, "price list")} of the company.`;
      };
    },
  },
  backup: {
    on: "existing",
    async prepare(args, folder) {
      const { file, force } = fileOption(args, folder, "backup");
      if (file === "-" && process.stdout.isTTY)
        throw new UsageError("A backup is binary: name a FILE, or add > FILE after the -");
      await mayOverwrite(file, force);
      return async ({ connectionString, config }) => {
        const secret = await presentSecret(config.appSecret, config.dataDir);
        const source = { connectionString, uploads: uploadsOf(config), secret, now: new Date() };
        const elsewhere = config.s3Url ? " Pictures in the S3 bucket are not in it." : "";
        if (file !== "-")
          return `Wrote ${summary(await writeBackup({ ...source, file }))} to ${file}.${elsewhere}`;
        const counts = await streamBackup({ ...source, output: process.stdout });
        console.error(`Wrote ${summary(counts)} to standard output.${elsewhere}`);
        return "";
      };
    },
  },
  restore: {
    on: "makes",
    async prepare(args, folder) {
      const { file, force, erasures, acceptDifferences } = fileOption(args, folder, "restore");
      // The backup is verified first, so that a damaged file is reported before a database is created.
      await verifyBackup(readBackupFile(file));
      return async ({ connectionString, config }) => {
        const uploads = uploadsOf(config);
        const secret = await appSecret(config.appSecret, config.dataDir);
        const restoring = { connectionString, uploads, file, force, secret, newer: erasures };
        return restored(file, uploads, await restoreBackup({ ...restoring, acceptDifferences }));
      };
    },
  },
  verify: {
    on: "alone",
    prepare(args, folder) {
      const { file } = fileOption(args, folder, "verify");
      return async ({ config }) => {
        const verified = await verifyBackup(readBackupFile(file));
        const { header, counts } = verified;
        pendingMigrations(header.migrations, knownMigrations(), "the backup");
        const seal = sealState(verified, await presentSecret(config.appSecret, config.dataDir));
        if (seal === "wrong") throw new CommandRefused(`${CHANGED}.`);
        const unproven = UNPROVEN[seal];
        return `${file} is complete: ${summary(counts)}, of ${header.at}.${unproven ? ` It could not be known ${unproven}.` : ""}`;
      };
    },
  },
  migrate: {
    on: "makes",
    prepare(args) {
      const { grant } = options(args, z.object({ grant: z.string().min(1, "--grant is empty").optional() }));
      return async ({ connectionString }) => {
        await migrateDatabase(connectionString);
        await (await startJobs(connectionString, JOB_KINDS, () => {})).stop();
        if (!grant) return "The database is up to date.";
        await withClient(connectionString, (client) => grantAppRole(client, grant));
        return `The database is up to date, and ${grant} may run the product on it.`;
      };
    },
  },
};

function restored(file: string, uploads: string | null, done: Restored): string {
  const { counts, kept, unknown, erasedAgain, differences } = done;
  return [
    `Restored ${summary(counts)} from ${file}. Everybody is signed out, and every rider begins a shift again.`,
    ...(counts.files && !uploads ? ["Its pictures are not in it: they are stored at S3_URL."] : []),
    ...(erasedAgain
      ? [`Customers and receivers who were erased since then were erased again: ${erasedAgain}.`]
      : []),
    ...(kept.length
      ? [`Kept as it was taken away since then: ${kept.map(({ what, n }) => `${what}: ${n}`).join("; ")}.`]
      : []),
    ...unknown.map((one) => `It could not be known ${one}.`),
    ...differences.map((one) => `Accepted: ${one}.`),
  ].join(" ");
}

async function newPassword(): Promise<string> {
  const password = await askPassword("New password (at least 6 characters): ");
  if (password.length < MIN_PASSWORD)
    throw new CommandRefused(`A password needs at least ${MIN_PASSWORD} characters; nothing was changed.`);
  if (isCommonPassword(password)) throw new CommandRefused(`${COMMON_PASSWORD} Nothing was changed.`);
  return password;
}

function summary({ rows, jobs, files }: BackupCounts): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tables = Object.values(rows).filter((count) => count > 0);
  const of = `${counted(total, "row")} of ${counted(tables.length, "table")}`;
  return `${of}, ${counted(jobs, "waiting job")} and ${counted(files, "picture")}`;
}

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;
