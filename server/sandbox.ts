/**
 * API-9: the sandbox, in which test keys act: the same services over a database of its own. It is open in a process
 * while a test key lives, so that nobody pays for a sandbox that nobody uses.
 */
import { and, eq, isNull } from "drizzle-orm";
import { copyCompany } from "../app/developers/sandbox/copy-company.server.ts";
import { copyOwner, tidySandbox } from "../app/developers/sandbox/sandbox-rows.server.ts";
import { openDatabase, isDatabaseUnavailable, type Db } from "../app/platform/db/client.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { adminMembers, apiKeys, companySettings, priceLists } from "../app/platform/db/schema.ts";
import { startRounds } from "../app/platform/jobs/rounds.server.ts";
import type { Sandbox, Services } from "../app/platform/services.server.ts";
import { StartRefused } from "./refusal.ts";

/** The first look comes once the product serves, because making the tables takes seconds. */
const FIRST_MS = 3000;
const LOOK_MS = 60_000;
const TIDY_MS = 60 * 60 * 1000;

type Opened = { services: Services; stop(): Promise<void> };

type Making = { prepare(url: string): Promise<void>; open(url: string): Promise<Opened> };

/**
 * `prepare` makes the tables that are missing, `open` the services. The sandbox is prepared soon after the start, and
 * opens at the first use, and once a test key lives.
 */
export function sandboxOf(
  company: Pick<Services, "db" | "now" | "log">,
  connectionString: string,
  { prepare, open }: Making,
): Sandbox & { stop(): Promise<void> } {
  let opened: Promise<Opened> | null = null;
  let tidied = 0;
  let ended = false;
  const opening = () => {
    if (ended) throw new Error("the sandbox is closed");
    return (opened ??= prepare(connectionString)
      .then(() => open(connectionString))
      .catch((error: unknown) => {
        opened = null;
        throw error;
      }));
  };
  const close = async () => {
    const before = opened;
    opened = null;
    await (await before?.catch(() => null))?.stop();
  };
  const look = async () => {
    if (ended) return;
    if (company.now().getTime() - tidied >= TIDY_MS) {
      await prepare(connectionString);
      tidied = company.now().getTime();
      await withSandbox(connectionString, (db) => tidySandbox(company.db, db, company.now()));
    }
    if (await testKeyLives(company.db)) await opening();
    else await close();
  };
  const round = () =>
    void look().catch((error: unknown) => {
      if (!ended && !isDatabaseUnavailable(error))
        company.log.error({ err: error }, "the sandbox is not ready; it is tried again");
    });
  const stopRounds = startRounds(round, FIRST_MS, LOOK_MS);
  return {
    open: async () => (await opening()).services,
    admit: async (client) => {
      const { services } = await opening();
      await copyOwner(company.db, services.db, client);
      return services;
    },
    refresh: async () => copyCompany(company.db, (await opening()).services.db),
    forget: () =>
      withSandbox(connectionString, (db) => tidySandbox(company.db, db, company.now())).then(() => {}),
    async stop() {
      ended = true;
      stopRounds();
      await close();
    },
  };
}

const testKeyLives = async (db: Db): Promise<boolean> =>
  (await db.$count(apiKeys, and(eq(apiKeys.mode, "test"), isNull(apiKeys.revokedAt)))) > 0;

async function withSandbox<Result>(
  connectionString: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connectionString, () => {}, { max: 1, name: "ona-sandbox-tidy" });
  return work(database.db).finally(() => database.close());
}

/**
 * Makes the sandbox ready: its tables, and at the first time prices, hubs and facts of the company. Refuses a database
 * that is a company's, which has a team.
 */
export async function prepareSandbox(sandboxUrl: string, companyUrl: string): Promise<void> {
  await migrateDatabase(sandboxUrl);
  const isNew = await withSandbox(sandboxUrl, async (sandbox) => {
    if ((await sandbox.$count(adminMembers)) > 0)
      throw new StartRefused(
        "SANDBOX_DATABASE_URL is a database of a company, with a team: the sandbox needs one of its own",
      );
    return (await sandbox.$count(priceLists)) + (await sandbox.$count(companySettings)) === 0;
  });
  if (isNew) await copyInto(sandboxUrl, companyUrl);
}

/** The same for the operator, who also gets what the company changed since. */
export async function renewSandbox(
  sandboxUrl: string,
  companyUrl: string,
): Promise<{ hubs: number; priceLists: number }> {
  await prepareSandbox(sandboxUrl, companyUrl);
  return copyInto(sandboxUrl, companyUrl);
}

const copyInto = (sandboxUrl: string, companyUrl: string) =>
  withSandbox(sandboxUrl, (sandbox) => withSandbox(companyUrl, (company) => copyCompany(company, sandbox)));
