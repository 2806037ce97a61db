/**
 * RUN-17: compares the major version of PostgreSQL that wrote the data with that of the programs. Only programs of the
 * same major version can read the data.
 */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, readIfThere, type Home } from "./postgres-data-directory.ts";

const UPGRADE = "npm run admin -- upgrade-database";
const STORED = "data-postgresql-";

/** Reads the major version of the data. Null if there is no data. */
export function majorOfData(dataPath: string): number | null {
  const text = readIfThere(join(dataPath, "PG_VERSION"));
  return text === null ? null : Number.parseInt(text, 10);
}

/** Reads the major version of the programs. `binaries` is a folder from `findBinaries`, inside their package. */
export function majorOfPrograms(binaries: string): number {
  const { version } = JSON.parse(fs.readFileSync(join(dirname(binaries), "package.json"), "utf8")) as {
    version: string;
  };
  return Number.parseInt(version, 10);
}

/** Returns the folder to which an upgrade moves the old data. */
export const oldData = (home: Home, major: number): string => join(home.folder, `${STORED}${major}`);

/** Returns the folder of the old data if an upgrade stopped between its two renames. Otherwise null. */
export function interruptedUpgrade(home: Home): string | null {
  if (fs.existsSync(home.dataPath) || !fs.existsSync(home.folder)) return null;
  const stored = fs.readdirSync(home.folder).find((name) => name.startsWith(STORED));
  return stored === undefined ? null : join(home.folder, stored);
}

/** Throws, before any change, if data and programs have different major versions or an upgrade was interrupted. */
export function requireSameMajor(home: Home, binaries: string): void {
  if (interruptedUpgrade(home))
    throw new EmbeddedPostgresError(
      `The upgrade of the database in ${home.folder} was interrupted. Run it again: ${UPGRADE}`,
    );
  const [data, programs] = [majorOfData(home.dataPath), majorOfPrograms(binaries)];
  if (data === null || data === programs) return;
  const what = `The database in ${home.folder} is on PostgreSQL ${data}, and this version of the product brings PostgreSQL ${programs}`;
  throw new EmbeddedPostgresError(
    data < programs
      ? `${what}. Nothing was changed. Upgrade it, with a backup first: ${UPGRADE}`
      : `${what}. Nothing was changed. Start the newer version of the product`,
  );
}
