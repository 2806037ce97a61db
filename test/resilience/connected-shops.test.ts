/**
 * The example programs of /developers run unchanged against the product: a shop in Node and in PHP. Also a client that
 * openapi-typescript generates from the OpenAPI document (API-2, API-10).
 */
import { execFile, spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertKey } from "../fixtures/api.ts";
import { openTestDatabase, type TestDatabase } from "../fixtures/database.ts";
import { query } from "../fixtures/database-state.ts";
import { envOn, freePort, newDataDir, startProduct, type Product } from "../fixtures/product.ts";
import { needsProgram, testWhere } from "../fixtures/test-where.ts";

const run = promisify(execFile);
const PHP = "/usr/bin/php";
const dataDir = newDataDir();
const folder = fs.mkdtempSync(join(tmpdir(), "ona-shops-"));
let [company, sandbox]: TestDatabase[] = [];
let product: Product;
let key = "";
beforeAll(async () => {
  company = await openTestDatabase();
  sandbox = await openTestDatabase();
  const env = await envOn(company.connectionString, dataDir);
  product = await startProduct({
    ...env,
    ...{ SANDBOX_DATABASE_URL: sandbox.connectionString, WEBHOOKS_LOOPBACK: "1" },
  });
  key = await insertKey(company.connectionString, "test");
});
afterAll(async () => {
  await product.end("SIGTERM");
  await company?.drop();
  await sandbox?.drop();
  for (const made of [folder, dataDir]) fs.rmSync(made, { recursive: true, force: true });
});

const ENTITIES: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'" };
/** Returns the text of an example program from /developers. */
async function printed(name: string): Promise<string> {
  const page = await (await fetch(`${product.origin}/developers`)).text();
  const start = page.indexOf(`>${name}</figcaption>`);
  const [, code] = /<code>([\s\S]*?)<\/code>/.exec(page.slice(start)) ?? [];
  if (start < 0 || !code) throw new Error(`/developers prints no ${name}`);
  return code.replaceAll(/&(#?\w+);/g, (_, entity: string) => ENTITIES[entity] ?? `&${entity};`);
}

async function addEndpoint(url: string): Promise<string> {
  const response = await fetch(`${product.origin}/api/v1/webhook_endpoints`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ url }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { secret: string }).secret;
}

/** Makes the parcels of the sandbox take their next steps now. */
const hurry = () =>
  query(
    sandbox!.connectionString,
    "update pgboss.job set start_after = now() where name = 'testWalk' and state = 'created'",
  );

const ORDER = {
  receiver: { name: "Bola", phone: "+2340000000001", address: "4 Ring Road, Ibadan, Oyo", state: "Oyo" },
  parcel: { description: "Two dresses", weight_kg: 1.5 },
};

describe.each([
  { name: "shop.mjs", start: () => [process.execPath, "shop.mjs"], missing: null },
  {
    name: "shop.php",
    start: (port: string) => [PHP, "-S", `127.0.0.1:${port}`, "shop.php"],
    missing: needsProgram(PHP, "php-cli"),
  },
])("$name", ({ name, start, missing }) => {
  testWhere(missing)(
    `[API-2] ${name} of /developers books an order, keeps its label, and hears of its delivery`,
    { timeout: 120_000 },
    async () => {
      const port = String(await freePort());
      fs.writeFileSync(join(folder, name), await printed(name));
      const secret = await addEndpoint(`http://127.0.0.1:${port}/ona`);
      const [program = "", ...args] = start(port);
      const env = { PATH: process.env["PATH"], ONA_KEY: key, ONA_SECRET: secret, PORT: port };
      const shop = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [shop.stdout, shop.stderr]) stream.on("data", (data) => (said += String(data)));
      try {
        const number = name.replace("shop.", "");
        const send = () =>
          fetch(`http://127.0.0.1:${port}/orders/${number}`, { method: "POST", body: JSON.stringify(ORDER) });
        await expect
          .poll(
            () =>
              send()
                .then(({ ok }) => ok)
                .catch(() => false),
            { timeout: 10_000 },
          )
          .toBe(true);
        // The order is sent twice, and booked once.
        const code = await (await send()).text();
        expect(code).toMatch(/^OD\d{8,9}NG$/);
        expect(fs.readFileSync(join(folder, `label-${number}.pdf`), "latin1")).toMatch(/^%PDF-/);
        const delivered = async () => {
          await hurry();
          return said;
        };
        await expect
          .poll(delivered, { timeout: 40_000, interval: 500 })
          .toContain(`Order ${number}: delivered`);
        const forged = await fetch(`http://127.0.0.1:${port}/ona`, {
          method: "POST",
          headers: {
            "webhook-id": "x",
            "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
            "webhook-signature": "v1,forged",
          },
          body: JSON.stringify({ type: "x", data: { reference: "forged", status: "delivered" } }),
        });
        expect([forged.status, said.includes("forged: delivered")]).toEqual([400, false]);
      } finally {
        shop.kill();
      }
    },
  );
});

const QUICK = [
  {
    name: "curl",
    missing: needsProgram("/usr/bin/uuidgen", "uuid-runtime"),
    run: (text: string) => ["bash", "-c", text],
  },
  {
    name: "Node",
    missing: null,
    run: (text: string) => [process.execPath, "--input-type=module", "--eval", text],
  },
  { name: "PHP", missing: needsProgram(PHP, "php-cli"), run: () => [PHP, "quick.php"] },
];
describe.each(QUICK)("quick start in $name", ({ name, missing, run: runOf }) => {
  testWhere(missing)(
    `[API-2] the quick start in ${name} of /developers books as it stands, and its label is there`,
    { timeout: 60_000 },
    async () => {
      const own = await insertKey(company!.connectionString, "test", `${name.toLowerCase()}@example.com`);
      const text = await printed(name);
      fs.writeFileSync(join(folder, "quick.php"), text);
      const [program = "", ...args] = runOf(text);
      const env = { PATH: process.env["PATH"], ONA_KEY: own };
      const { stdout } = await run(program, args, { cwd: folder, env });
      const code = /OD\d{8,9}NG/.exec(stdout)?.[0];
      const label = await fetch(`${product.origin}/api/v1/bookings/${code}/label`, {
        headers: { Authorization: `Bearer ${own}` },
      });
      expect([label.status, (await label.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
    },
  );
});

type Got = { headers: IncomingHttpHeaders; body: string };

test(
  "[API-2] a client generated by openapi-typescript compiles, and walks from the quote to the webhook",
  { timeout: 120_000 },
  async () => {
    const got: Got[] = [];
    const receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        got.push({ headers: request.headers, body });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/ona`;
    const document = await (await fetch(`${product.origin}/api/openapi.json`)).text();
    fs.writeFileSync(join(folder, "api.d.ts"), astToString(await openapiTS(document)));
    fs.symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    fs.writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const walk = fs.readFileSync("test/fixtures/openapi-walk.ts.txt", "utf8");
    fs.writeFileSync(join(folder, "walk.ts"), walk);
    fs.writeFileSync(join(folder, "wrong.ts"), walk.replace('service: "standard"', 'service: "teleport"'));
    const compile = (file: string) =>
      run(
        process.execPath,
        [
          resolve("node_modules/typescript/bin/tsc"),
          ...["--noEmit", "--strict", "--skipLibCheck", "--target", "esnext", "--module", "nodenext"],
          ...["--allowImportingTsExtensions", "--types", "node", file],
        ],
        { cwd: folder },
      );
    await compile("walk.ts");
    await expect(compile("wrong.ts")).rejects.toThrow();
    const { stdout } = await run(process.execPath, ["walk.ts", `${product.origin}/api/v1`, key, hook], {
      cwd: folder,
    });
    const walked = JSON.parse(stdout) as { code: string; secret: string; label: string };
    expect(walked).toMatchObject({ code: expect.stringMatching(/^OD/) as string, label: "%PDF-" });
    const states = () =>
      got
        .map(({ body }) => JSON.parse(body) as { data: { code: string; sequence: number; status: string } })
        .filter(({ data }) => data.code === walked.code)
        .toSorted((a, b) => a.data.sequence - b.data.sequence)
        .map(({ data }) => data.status);
    await expect.poll(states, { timeout: 30_000 }).toEqual(["in_transit", "delivered"]);
    for (const { headers, body } of got)
      expect(() => new Webhook(walked.secret).verify(body, headers as Record<string, string>)).not.toThrow();
    receiver.close();
  },
);
