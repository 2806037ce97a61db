/** The folder and the settings of `npm run demo`. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

type Settings = Record<string, string>;
const file = "../scripts/demo-settings.mjs";
const { demoSettings } = (await import(file)) as {
  demoSettings: (of: { folder: string; isNew: boolean; env: Settings }) => Settings;
};

test("[DEMO-3] the demo has a folder of its own, which --new removes unless it runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "ona-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: "postgres://elsewhere", DATA_DIR: "data", PORT: "3001" };
  const settings = { DATA_DIR: folder, SEED: "demo", PORT: "3001" };
  writeFileSync(join(folder, "kept"), "");
  expect(demoSettings({ folder, isNew: false, env })).toEqual(settings);
  expect(existsSync(join(folder, "kept"))).toBe(true);
  writeFileSync(join(folder, "app.pid"), `${process.pid}\n`);
  expect(() => demoSettings({ folder, isNew: true, env })).toThrow("The demo runs.");
  expect(existsSync(join(folder, "kept"))).toBe(true);
  // A demo that was killed leaves its process id behind.
  writeFileSync(join(folder, "app.pid"), "999999999\n");
  expect(demoSettings({ folder, isNew: true, env })).toEqual(settings);
  expect(existsSync(folder)).toBe(false);
});
