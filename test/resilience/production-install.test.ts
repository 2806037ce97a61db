/** `npm ci --omit=dev` after a build: the size of the packages, and the product that runs with them. Long. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import sharp from "sharp";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { copySources } from "../fixtures/checkout.ts";
import { bookedCode, bookingForm } from "../fixtures/consistency-audit.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { note } from "../fixtures/long.ts";
import { ADMIN, ask, freePort, signIn } from "../fixtures/product.ts";
import { STORE_FORM } from "../fixtures/store-form.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const MOST_MB = 350;
const run = promisify(execFile);

/** Joins cookies as a browser keeps them; a cookie that deletes another one has no value and is left out. */
const together = (...cookies: string[]) => cookies.filter((cookie) => !cookie.endsWith("=")).join("; ");

async function bookAndPrint(origin: string): Promise<string> {
  const booked = await ask(origin, "/book", { form: bookingForm(crypto.randomUUID()) });
  const code = bookedCode(booked);
  expect(code).not.toBeNull();
  const waybill = await ask(origin, `/waybill/${code}`, { cookie: together(...booked.cookies) });
  expect(waybill.text).toMatch(/<svg[^>]*>[\s\S]*<path/);
  return code!;
}

async function openStoreWithPhoto(origin: string): Promise<void> {
  const email = "owner@example.com";
  await ask(origin, "/login", { form: { email, idempotencyKey: crypto.randomUUID() } });
  const link = await mailedLink(origin, email, /auth-callback/);
  const signedIn = await ask(origin, "/auth-callback", {
    form: { code: new URL(link).searchParams.get("code") ?? "" },
  });
  const owner = together(...signedIn.cookies);
  const store = { ...STORE_FORM, category: "Food", idempotencyKey: crypto.randomUUID() };
  expect((await ask(origin, "/store/signup", { form: store, cookie: owner })).location).toBe(
    "/store/registration-success",
  );
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#070" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("image", new Blob([photo]), "photo.png");
  const headers = { Cookie: owner, Origin: origin };
  const uploaded = await fetch(`${origin}/store/dashboard/pictures`, { method: "POST", body, headers });
  expect(await uploaded.text()).toMatch(/[0-9a-f-]{36}/);
}

async function exportFromOffice(origin: string, code: string): Promise<void> {
  const staff = await signIn(origin);
  expect((await ask(origin, "/admin", { cookie: staff })).status).toBe(200);
  const csv = await ask(origin, "/admin/bookings/export.csv", { cookie: staff });
  expect(csv.text).toContain(code);
}

testWhere(ONLY_LONG)(
  "an install without development packages books, mails, takes a picture, prints a waybill, scans, and backs up",
  { timeout: 300_000 },
  async () => {
    const checkout = mkdtempSync(join(tmpdir(), "ona-production-"));
    afterTest(() => rmSync(checkout, { recursive: true }));
    copySources(checkout);
    cpSync("build", join(checkout, "build"), { recursive: true, preserveTimestamps: true });
    const clean = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
    // npm needs the environment with its settings and certificates.
    await run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: checkout });
    const size = execFileSync("du", ["-sm", join(checkout, "node_modules")], { encoding: "utf8" });
    const megabytes = Number(size.split("\t")[0]);
    note("npm ci --omit=dev", { "node_modules, MB": megabytes });
    expect(megabytes).toBeLessThanOrEqual(MOST_MB);

    const dataDir = ownDataDir();
    const port = await freePort();
    const settings = {
      ...clean,
      ...{ DATA_DIR: dataDir, PORT: String(port), SEED: "none", LOG_LEVEL: "error" },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    };
    const child = spawn("node", ["scripts/start.mjs"], { cwd: checkout, env: settings });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data));
    const gone = new Promise<number | null>((done) => child.once("exit", done));
    afterTest(() => child.exitCode ?? (child.kill("SIGTERM"), gone));
    const origin = `http://localhost:${port}`;
    const ready = () =>
      ask(origin, "/readyz").then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 60_000, message: output }).toBe(200);
    expect(output).not.toMatch(/Installing|Building/);

    const code = await bookAndPrint(origin);
    await openStoreWithPhoto(origin);
    await exportFromOffice(origin, code);
    const assets = readdirSync(join(checkout, "build/client/assets"));
    const wasm = assets.find((name) => /^zxing_reader.*\.wasm$/.test(name));
    expect((await ask(origin, `/assets/${wasm}`)).status).toBe(200);

    const admin = async (...args: string[]) =>
      (await run("npm", ["run", "--silent", "admin", "--", ...args], { cwd: checkout, env: settings }))
        .stdout;
    const file = join(dataDir, "first.backup");
    expect(await admin("backup", file)).toContain("Wrote");
    expect(await admin("verify", file)).toContain("is complete");
    expect(await admin("list")).toContain(ADMIN.email);
    expect(await admin("check")).toContain("ok    database");
    child.kill("SIGTERM");
    expect(await gone).toBe(0);
  },
);
