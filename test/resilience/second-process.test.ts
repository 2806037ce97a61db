/** RUN-9: a start that must fail says so in one line, at once, and harms nothing. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { ask, freePort, spawnProduct, startProduct } from "../fixtures/product.ts";

function startOfNode(): number {
  const begun = performance.now();
  execFileSync(process.execPath, ["-e", ""]);
  return performance.now() - begun;
}

/** Runs a start that must fail; returns its exit code, its output and the time it took. */
async function failToStart(env: Record<string, string>) {
  // Node.js alone is started before and after the product. The time that it takes shows how busy the machine is.
  const before = startOfNode();
  const begun = performance.now();
  const { child, output } = spawnProduct(env);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  const ms = performance.now() - begun;
  return {
    code,
    lines: output().trim().split("\n"),
    ms,
    budget: Math.max(2000, 20 * Math.max(before, startOfNode())),
  };
}

test("[RUN-9] a second process on the same data directory is refused within 2 s; the first is unharmed", async () => {
  const folder = ownDataDir();
  const first = await startProduct({ DATA_DIR: folder, PORT: String(await freePort()) });
  afterTest(() => first.end("SIGTERM"));
  const second = await failToStart({ DATA_DIR: folder, PORT: String(await freePort()) });
  expect(second.code).toBe(1);
  expect(second.lines).toEqual([
    `Cannot start: The data directory ${folder} is in use by another running app (process ${first.child.pid})`,
  ]);
  expect(second.ms).toBeLessThan(second.budget);
  expect((await ask(first.origin, "/readyz")).status).toBe(200);
  expect((await ask(first.origin, "/track?code=OD00000000NG")).status).toBe(404);
});

test("a taken port is one line, reported before a database is made", async () => {
  const folder = ownDataDir();
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  afterTest(() => other.close());
  const refused = await failToStart({ DATA_DIR: folder, PORT: String(port) });
  expect(refused.code).toBe(1);
  expect(refused.lines).toEqual([
    `Cannot start: port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT.`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
  await new Promise((done) => other.close(done));
  const now = await startProduct({ DATA_DIR: folder, PORT: String(port) });
  expect((await now.end("SIGTERM")).code).toBe(0);
});

test("a database that does not answer is one line", async () => {
  const refused = await failToStart({
    DATA_DIR: ownDataDir(),
    DATABASE_URL: `postgresql://nobody:secret@127.0.0.1:${await freePort()}/none`,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
    PORT: String(await freePort()),
  });
  expect(refused.code).toBe(1);
  expect(refused.lines).toHaveLength(1);
  expect(refused.lines[0]).toMatch(
    /^Cannot start: the database at DATABASE_URL cannot be used: connect ECONNREFUSED/,
  );
  expect(refused.lines[0]).not.toContain("secret");
});
