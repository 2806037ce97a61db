/** The running product and a real Chromium before it. */
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { AxeBuilder } from "@axe-core/playwright";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { createHttpServer, listenerOf } from "../../server/http-server.ts";
import { setAdmin } from "../../app/admin-team/first-admin.server.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "./chromium.ts";
import { openTestServices, type TestOptions, type TestServices } from "./services.ts";

type AppModule = typeof import("../../server/app.ts");

export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 900 };
export const ADMIN = { email: "admin@ona.test", password: "a-long-test-password" };

/**
 * The line to the product: up; down, where nothing comes through; deaf, where the product hears and does everything
 * but its answers to forms are lost.
 */
export type Line = "up" | "down" | "deaf";

export type RunningProduct = TestServices & {
  origin: string;
  line: Line;
  browser: Browser;
  /** A new person: no cookies, nothing kept. */
  person(options?: {
    size?: typeof PHONE;
    javaScriptEnabled?: boolean;
    colorScheme?: "light" | "dark";
    /** A session's Cookie header. */
    cookie?: string;
  }): Promise<Page>;
};

export async function openProduct(
  options: TestOptions & { clientFiles?: string; standingClock?: boolean } = {},
): Promise<RunningProduct> {
  let line: Line = "up";
  let listener: RequestListener | null = null;
  const server = createHttpServer(false, (request, response) => {
    if (line === "down") return request.socket.destroy();
    if (line === "deaf" && request.method === "POST")
      response.writeHead = () => {
        request.socket.destroy();
        return response;
      };
    return listener?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule;
  const opened = await openTestServices({ limitsFactor: 1000, ...options, origin }, build.createServices);
  if (!options.standingClock) opened.clock.follow();
  await setAdmin(opened.services.db, { ...ADMIN, name: "Ada Admin", role: "super_admin" }, new Date());
  const app = build.createApp({
    services: opened.services,
    clientFiles: resolve(options.clientFiles ?? "build/client"),
  });
  listener = listenerOf(app.fetch, false);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: CHROMIUM_ARGS,
  });
  const running: RunningProduct = {
    ...opened,
    origin,
    get line() {
      return line;
    },
    set line(next) {
      line = next;
      // What is open goes with the line.
      if (line === "down") server.closeAllConnections();
    },
    browser,
    async person({ size = PHONE, cookie, ...more } = {}) {
      const context = await browser.newContext({ viewport: size, baseURL: origin, ...more });
      const [name, value] = cookie?.split("=") ?? [];
      if (name && value) await context.addCookies([{ name, value, url: origin }]);
      context.setDefaultTimeout(10_000);
      watch(context);
      return context.newPage();
    },
    async close() {
      await browser.close();
      await stop(server);
      await opened.close();
    },
  };
  return running;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

/** An error in the page is an error of ours; what a test provokes on purpose it says in `expected`. */
function watch(context: BrowserContext): void {
  context.on("weberror", (problem) => {
    throw problem.error();
  });
}

/** What axe finds on the page as it stands; its colours alone, where all else was looked at before. */
export async function findFaults(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (what === "colours" ? axe.withRules(["color-contrast"]) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** axe finds nothing on the page as it stands, and nothing runs over its edge. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findFaults(page), page.url()).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${page.url()} is wider than its screen`).toBeLessThanOrEqual(0);
}

export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/\/admin(?!\/login)/);
}
