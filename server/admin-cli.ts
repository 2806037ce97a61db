/** `npm run admin -- …`: what whoever runs the server may do, while the product runs and while it is stopped. */
import { resolve, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { LastSuperAdminError, resetAdminPassword, setAdmin } from "../app/admin-team/first-admin.server.ts";
import { ADMIN_ROLES, ADMIN_ROLE_NAMES } from "../app/accounts/roles.ts";
import { COMMON_PASSWORD, isCommonPassword } from "../app/lib/common-passwords.server.ts";
import { openDatabase, type Db } from "../app/db/client.server.ts";
import { migrateDatabase } from "../app/db/migrate.server.ts";
import { seedSampleStores } from "../app/db/seed.server.ts";
import { openFiles } from "../app/files/files.server.ts";
import { liftLock } from "../app/site-lock/site-lock.server.ts";
import { askPassword } from "./ask-password.ts";
import { BackupError, type Counts } from "./backup-format.ts";
import { restoreBackup } from "./backup-restore.ts";
import { writeBackup } from "./backup.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { connectOrStartEmbedded } from "./embedded-postgres.ts";

const HELP = `npm run admin -- COMMAND

  create --email E --name N --role R   make an admin user, or give an existing one this role and password;
                                       R is super_admin, moderator or support. The password is asked for,
                                       or read from standard input
  reset-password --email E             give an admin user a new password and end their sessions
  unlock-site                          lift the site lock
  seed                                 add the sample stores, where there is no store yet
  backup FILE                          write everything into one file
  restore FILE [--force]               fill an empty database with a backup; --force replaces what is there

Works on the same DATA_DIR or DATABASE_URL as the product, while it runs and while it is stopped.`;

class UsageError extends Error {}
/** What cannot be done, in one line. */
class Refusal extends Error {}

type Place = { connectionString: string; config: Config };
type Command = (args: string[]) => (place: Place) => Promise<string>;

const MIN_PASSWORD = 6;
const email = z.email("--email must be an e-mail address").transform((text) => text.toLowerCase());

const COMMANDS: Record<string, Command> = {
  create(args) {
    const {
      email: to,
      name,
      role,
    } = options(
      args,
      z.object({
        email,
        name: z.string("--name is missing").trim().min(1, "--name is empty").max(100, "--name is too long"),
        role: z.enum(ADMIN_ROLES, "--role must be super_admin, moderator or support"),
      }),
    );
    return withDatabase(async (db) => {
      const password = await newPassword();
      const done = await setAdmin(db, { email: to, name, password, role }, new Date());
      return done === "created"
        ? `Created the admin user ${to} (${ADMIN_ROLE_NAMES[role]}).`
        : `${to} was an admin user already: now ${ADMIN_ROLE_NAMES[role]}, with the new password; signed out everywhere.`;
    });
  },
  "reset-password"(args) {
    const { email: to } = options(args, z.object({ email }));
    return withDatabase(async (db) => {
      const password = await newPassword();
      if (!(await resetAdminPassword(db, to, password, new Date())))
        throw new Refusal(`${to} is not an admin user.`);
      return `Changed the password of ${to} and ended their sessions.`;
    });
  },
  "unlock-site"(args) {
    options(args, z.object({}));
    return withDatabase(async (db) =>
      (await liftLock(db, new Date())) ? "Lifted the site lock." : "The site was not locked.",
    );
  },
  seed(args) {
    options(args, z.object({}));
    return withDatabase(async (db, config) => {
      const seeded = await seedSampleStores(db, openFiles(config), new Date(), { again: true });
      if (!seeded)
        return "Nothing was added: there is a store already, or the sample stores were added before.";
      return `Added ${seeded.stores} sample stores with ${seeded.products} products.`;
    });
  },
  backup(args) {
    const { file } = fileOption(args, false);
    return async ({ connectionString, config }) => {
      const counts = await writeBackup({
        connectionString,
        uploads: uploadsOf(config),
        file,
        now: new Date(),
      });
      return `Wrote ${summary(counts)} to ${file}.${config.s3Url ? " Pictures in the S3 bucket are not in it." : ""}`;
    };
  },
  restore(args) {
    const { file, force } = fileOption(args, true);
    return async ({ connectionString, config }) => {
      const counts = await restoreBackup({ connectionString, uploads: uploadsOf(config), file, force });
      return `Restored ${summary(counts)} from ${file}.`;
    };
  },
};

function options<Schema extends z.ZodObject>(args: string[], schema: Schema): z.infer<Schema> {
  const names = Object.keys(schema.shape);
  const known = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parse(() => parseArgs({ args, options: known, allowPositionals: false, strict: true }));
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join("; "));
  return parsed.data;
}

function fileOption(args: string[], mayForce: boolean): { file: string; force: boolean } {
  const { values, positionals } = parse(() =>
    parseArgs({
      args,
      options: mayForce ? { force: { type: "boolean" } } : {},
      allowPositionals: true,
      strict: true,
    }),
  );
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError("Name one FILE");
  return { file: resolve(file), force: (values as { force?: boolean }).force ?? false };
}

function parse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new UsageError((error as Error).message.split(". To specify")[0]);
  }
}

/** Runs work on the database in its newest shape. */
function withDatabase(work: (db: Db, config: Config) => Promise<string>) {
  return async ({ connectionString, config }: Place) => {
    await migrateDatabase(connectionString);
    const database = openDatabase(connectionString, () => {}, { max: 2 });
    try {
      return await work(database.db, config);
    } finally {
      await database.close();
    }
  };
}

async function newPassword(): Promise<string> {
  const password = await askPassword("New password (at least 6 characters): ");
  if (password.length < MIN_PASSWORD)
    throw new Refusal(`A password needs at least ${MIN_PASSWORD} characters; nothing was changed.`);
  if (isCommonPassword(password)) throw new Refusal(`${COMMON_PASSWORD} Nothing was changed.`);
  return password;
}

function uploadsOf(config: Config): string | null {
  return config.s3Url ? null : join(config.dataDir, "uploads");
}

function summary({ rows, jobs, files }: Counts): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} rows of ${Object.keys(rows).length} tables, ${jobs} waiting jobs and ${files} pictures`;
}

async function main([name, ...args]: string[]): Promise<void> {
  if (!name || name === "--help" || name === "-h" || name === "help" || args.includes("--help")) {
    console.log(HELP);
    if (!name) process.exitCode = 2;
    return;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command '${name}'`);
  // Wrong use is said before anything is started.
  const run = command(args);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl
    ? null
    : await connectOrStartEmbedded({ dataDir: config.dataDir, log: () => {} });
  try {
    console.log(await run({ connectionString: embedded?.connectionString ?? config.databaseUrl!, config }));
  } finally {
    await embedded?.stop();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}. See npm run admin -- --help`);
    process.exit(2);
  }
  // What a person can mend is one line (also what the system or the database says); what is our fault keeps its stack.
  const expected = [ConfigError, BackupError, Refusal, LastSuperAdminError].some(
    (kind) => error instanceof kind,
  );
  console.error(
    expected || "code" in error || error.name === "EmbeddedPostgresError" ? error.message : error,
  );
  process.exit(1);
});
