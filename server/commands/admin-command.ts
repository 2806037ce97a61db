/** A command of `npm run admin --`, and the shared parts of commands. */
import { join } from "node:path";
import { z } from "zod";
import { openDatabase, type Db } from "../../app/platform/db/client.server.ts";
import { refusalText, type Refusal as OperationRefusal } from "../../app/platform/http/result.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { Refusal } from "./admin-options.ts";
import type { Config } from "../config.ts";

/** `sandboxUrl`: the database of the sandbox; null without one. */
export type Place = { connectionString: string; sandboxUrl: string | null; config: Config };
type Run = (place: Place) => Promise<string>;
export type Command = {
  /**
   * The database that a command needs. `makes`: it is created if there is none. `existing`: there must be one. `alone`:
   * the command needs none.
   */
  on: "makes" | "existing" | "alone";
  /**
   * Checks the arguments, before anything is started, and returns the work. `folder`: the caller's current directory.
   */
  prepare(args: string[], folder: string): Run | Promise<Run>;
};

export const email = z.email("--email must be an email address").transform((text) => text.toLowerCase());

/** Makes a command of `work`, which gets a connection to the database once the database is migrated. */
export function withDatabase(work: (db: Db, config: Config) => Promise<string>) {
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

/** The result of an operation, if it succeeded. A refusal is thrown as the error message of the command. */
export function orRefusal<Done extends { ok: true }>(done: Done | OperationRefusal): Done {
  if (!done.ok) throw new Refusal(refusalText(done));
  return done;
}

/** The folder of pictures; null if pictures are stored in a bucket. */
export function uploadsOf(config: Config): string | null {
  return config.s3Url ? null : join(config.dataDir, "uploads");
}
