import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { afterTest } from "../../test/fixtures/after-test.ts";
import type { Home } from "./postgres-data-directory.ts";
import { interruptedUpgrade, oldData, requireSameMajor } from "./postgres-major.ts";

let home: Home;
let binaries: string;
beforeEach(() => {
  const dataDir = fs.mkdtempSync(join(tmpdir(), "ona-major-"));
  afterTest(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, "database");
  home = { dataDir, folder, dataPath: join(folder, "data"), owner: null, elsewhere: false };
  binaries = join(dataDir, "programs", "native");
  fs.mkdirSync(binaries, { recursive: true });
  fs.writeFileSync(join(dataDir, "programs", "package.json"), `{ "version": "18.4.0-beta.17" }`);
});
function writeData(version: string): void {
  fs.mkdirSync(home.dataPath, { recursive: true });
  fs.writeFileSync(join(home.dataPath, "PG_VERSION"), `${version}\n`);
}

test("[RUN-17] no data, and data of the same major version, are opened", () => {
  expect(() => requireSameMajor(home, binaries)).not.toThrow();
  writeData("18");
  expect(() => requireSameMajor(home, binaries)).not.toThrow();
});

test("[RUN-17] data of an older major version is refused with the command, data of a newer one without", () => {
  writeData("17");
  expect(() => requireSameMajor(home, binaries)).toThrow(
    /on PostgreSQL 17, .* brings PostgreSQL 18\. Nothing was changed\. .*: npm run admin -- upgrade-database$/,
  );
  writeData("19");
  expect(() => requireSameMajor(home, binaries)).toThrow(
    /on PostgreSQL 19, .* Start the newer version of the product$/,
  );
});

test("[RUN-17] old data without new data is an upgrade that was interrupted: no empty database is made beside it", () => {
  expect(interruptedUpgrade(home)).toBeNull();
  fs.mkdirSync(oldData(home, 17), { recursive: true });
  expect(interruptedUpgrade(home)).toBe(oldData(home, 17));
  expect(() => requireSameMajor(home, binaries)).toThrow("was interrupted. Run it again");
  writeData("18");
  expect(interruptedUpgrade(home)).toBeNull();
});
