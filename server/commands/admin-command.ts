/** The parts that all commands of `npm run admin --` share. */
import { join } from "node:path";
import { z } from "zod";
import { openDatabase, type Db } from "../../app/platform/db/client.server.ts";
import { refusalText, type Refusal as OperationRefusal } from "../../app/platform/http/result.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { CommandRefused } from "./admin-options.ts";
import type { Config } from "../config.ts";

/** The databases and settings that a command works on. `sandboxUrl` is null if there is no sandbox. */
export type CommandTarget = { connectionString: string; sandboxUrl: string | null; config: Config };
type Run = (place: CommandTarget) => Promise<string>;
export type Command = {
  /** `makes`: creates the database if it is missing. `existing`: needs a database. `alone`: uses no database. */
  on: "makes" | "existing" | "alone";
  /** Checks the arguments before anything starts, and returns the work. `folder` is the folder of the caller. */
  prepare(args: string[], folder: string): Run | Promise<Run>;
};

export const email = z.email("--email must be an email address").transform((text) => text.toLowerCase());

/** Runs `work` with a connection to the database, which is migrated before. */
export function withDatabase(work: (db: Db, config: Config) => Promise<string>) {
  return async ({ connectionString, config }: CommandTarget) => {
    await migrateDatabase(connectionString);
    const database = openDatabase(connectionString, () => {}, { max: 2 });
    try {
      return await work(database.db, config);
    } finally {
      await database.close();
    }
  };
}

/** Throws a refused operation's message as the error of the command. */
export function orRefusal<Done extends { ok: true }>(done: Done | OperationRefusal): Done {
  if (!done.ok) throw new CommandRefused(refusalText(done));
  return done;
}

/** Returns the folder of pictures; null if a bucket has them. */
export function uploadsOf(config: Config): string | null {
  return config.s3Url ? null : join(config.dataDir, "uploads");
}
