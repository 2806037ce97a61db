/** `npm run dev` in a copy of the sources: files are edited, broken and repaired while a page is open. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "playwright-core";
import { expect, test } from "vitest";
import { CHROMIUM, CHROMIUM_ARGS } from "../fixtures/chromium.ts";
import { copySources } from "../fixtures/checkout.ts";
import { note } from "../fixtures/long.ts";
import { ask, freePort, newDataDir } from "../fixtures/product.ts";

const PAGE = "app/domain/company.ts";

type Edit = (file: string, change: (text: string) => string) => void;
const edited = (page: Page) => page.getByRole("heading", { name: "About Us, edited" });

/**
 * Visits four pages for the first time; fails if a page reports an error or is reloaded. Returns the number of errors.
 */
async function problemsOnFirstVisits(page: Page, origin: string): Promise<number> {
  const problems: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") problems.push(line.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  let loads = 0;
  page.on("load", () => loads++);
  for (const path of ["/", "/book", "/stores", "/login"]) {
    await page.goto(origin + path);
    await page.waitForLoadState("networkidle");
  }
  // Vite must know all packages from the start: one that it finds later would reload the page, and typed text would
  // be lost.
  const first = problems.length;
  expect({ problems, loads }).toEqual({ problems: [], loads: 4 });
  return first;
}

/** Edits a source of the open page; returns the time in ms until the page shows the change without a reload. */
async function expectChangeShown(page: Page, origin: string, edit: Edit): Promise<number> {
  await page.goto(`${origin}/about`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.documentElement.setAttribute("data-kept", "yes"));
  edit("app/company/marketing/about.route.tsx", (text) => text.replaceAll('About Us"', 'About Us, edited"'));
  const saved = performance.now();
  await edited(page).waitFor();
  const shown = Math.round(performance.now() - saved);
  expect(await page.locator("html[data-kept]").count()).toBe(1);
  return shown;
}

/** Checks that a mistake in a file is shown in the browser, and that the page works again once the file is repaired. */
async function expectMistakeSurvived(page: Page, origin: string, edit: Edit): Promise<void> {
  edit(PAGE, (text) => `${text}\nexport const = broken;\n`);
  // The file watcher needs a moment to see the change.
  await expect.poll(async () => (await ask(origin, "/about")).status, { timeout: 30_000 }).toBe(500);
  await page.goto(`${origin}/about`);
  await page.locator("vite-error-overlay").waitFor();
  edit(PAGE, (text) => text.replace("\nexport const = broken;\n", ""));
  await edited(page).waitFor();
}

test("npm run dev shows a change without a reload, shows a mistake, survives it, and stops cleanly", async () => {
  // The copy is inside the checkout, so that Node.js finds the packages in a folder above it.
  fs.mkdirSync(".cache", { recursive: true });
  const copy = fs.mkdtempSync(resolve(".cache/dev-"));
  const dataDir = newDataDir();
  copySources(copy);
  const port = await freePort();
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const child = spawn(process.execPath, ["server/main.ts", "--dev"], {
    cwd: copy,
    env: { ...env, NODE_ENV: "development", DATA_DIR: dataDir, PORT: String(port), SEED: "none" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data));
  const gone = new Promise<number | null>((done) => child.once("exit", done));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  const edit: Edit = (file, change) =>
    fs.writeFileSync(join(copy, file), change(fs.readFileSync(join(copy, file), "utf8")));
  try {
    const origin = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          child.exitCode === null
            ? ask(origin, "/readyz").then(
                ({ status }) => status,
                () => 0,
              )
            : Promise.reject(new Error(said)),
        { timeout: 120_000, message: "it does not get ready" },
      )
      .toBe(200);
    expect(listeningPorts(child.pid!)).toEqual([port]);

    const page = await browser.newPage();
    const first = await problemsOnFirstVisits(page, origin);
    expect(said).not.toContain("optimized dependencies changed");
    const shown = await expectChangeShown(page, origin, edit);
    await expectMistakeSurvived(page, origin, edit);

    child.kill("SIGTERM");
    expect(await gone).toBe(0);
    note("npm run dev", {
      "a change is shown after, ms": shown,
      "reloads for it": 0,
      "ports it listens on": 1,
      "problems on first visits of 4 pages": first,
      "a mistake": "shown in the browser, and survived",
    });
    expect(fs.existsSync(join(dataDir, "database/data/postmaster.pid"))).toBe(false);
  } finally {
    await browser.close();
    if (child.exitCode === null) child.kill("SIGTERM");
    await gone;
    for (const folder of [copy, dataDir]) fs.rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

/** The TCP ports on which a process listens, from the kernel's lists in /proc. */
function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ["tcp", "tcp6"].flatMap((kind) =>
    fs
      .readFileSync(`/proc/${pid}/net/${kind}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.has(inode ?? ""))
      .map(([, local]) => Number.parseInt(local?.split(":")[1] ?? "", 16)),
  );
}
