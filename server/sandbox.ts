/**
 * API-9: the sandbox for test keys, with the same services as the company and its own database. A process opens the
 * sandbox only while a test key exists, so an unused sandbox costs nothing.
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

/** The time until the first check. Creating the tables takes seconds, so the check waits until the product serves. */
const FIRST_MS = 3000;
const LOOK_MS = 60_000;
const TIDY_MS = 60 * 60 * 1000;

type Opened = { services: Services; stop(): Promise<void> };

type Making = { prepare(url: string): Promise<void>; open(url: string): Promise<Opened> };

/**
 * Makes the sandbox. `prepare` creates missing tables, and `open` creates the services. The sandbox is prepared soon
 * after the start. It is opened when it is first used, or once there is a valid test key.
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
 * Creates the tables of the sandbox. The first time, also copies the prices, hubs and facts of the company. Refuses a
 * database with a team, because only the database of a company has a team.
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

/** Runs `prepareSandbox` for the operator. Then copies what the company has changed since the last copy. */
export async function renewSandbox(
  sandboxUrl: string,
  companyUrl: string,
): Promise<{ hubs: number; priceLists: number }> {
  await prepareSandbox(sandboxUrl, companyUrl);
  return copyInto(sandboxUrl, companyUrl);
}

const copyInto = (sandboxUrl: string, companyUrl: string) =>
  withSandbox(sandboxUrl, (sandbox) => withSandbox(companyUrl, (company) => copyCompany(company, sandbox)));
