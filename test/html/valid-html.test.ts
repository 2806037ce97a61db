/** Every screen in every state is valid HTML according to the W3C's checker: no error and no warning. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openTestApp, type TestApp } from "../fixtures/app.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { populate, type TestData } from "../fixtures/populated.ts";
import { openProviders } from "../fixtures/receiver-messages.ts";
import { receiverScreens } from "../fixtures/receiver-screens.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { becomeDemo, DEMO, LOCK_FORM, LOCKED, type Screen, screensOf } from "../fixtures/screens.ts";

const { channels } = await openProviders();
const paystack = await closedAfterAll(startTestPaystack());
let app: TestApp;
let road: TestApp;
const folder = mkdtempSync(join(tmpdir(), "ona-html-"));
beforeAll(async () => {
  app = await openTestApp({ limitsFactor: 1000 });
  road = await openTestApp({ limitsFactor: 1000, channels, paystack: paystack.access });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
  await road.close();
});

type Message = {
  type: string;
  subType?: string;
  url: string;
  message: string;
  extract?: string;
  lastLine: number;
};

test("no screen has an error or a warning", async () => {
  const data = await populate(app);
  const names: string[] = [];
  const off: string[] = [];
  const look = async (
    { name, as, path, form, status = 200 }: Screen,
    { of, cookies }: { of: TestApp; cookies: TestData["cookies"] } = { of: app, cookies: data.cookies },
  ) => {
    const answer = await of.visitor().ask(path, {
      ...(form && { form }),
      headers: cookies[as] ? { Cookie: cookies[as] } : {},
    });
    if (answer.status !== status) off.push(`${name}: ${answer.status}, not ${status}`);
    // The style is left out, because the checker does not know @property and margin-trim, which Tailwind writes.
    const html = answer.text.replace(/(<style[^>]*>).*?(<\/style>)/s, "$1$2");
    writeFileSync(join(folder, `${names.push(name) - 1}.html`), html);
  };
  for (const screen of screensOf(data)) await look(screen);
  const receivers = await receiverScreens(road);
  for (const screen of receivers.screens) await look(screen, { of: road, cookies: receivers.data.cookies });
  await becomeDemo(app.services);
  for (const screen of DEMO) await look(screen);
  const locked = await app.visitor().ask("/admin/site-lock", {
    form: LOCK_FORM,
    headers: { Cookie: data.cookies.super_admin },
  });
  expect(locked.status).toBe(302);
  for (const screen of LOCKED) await look(screen);
  expect(off).toEqual([]);
  const jar = join("node_modules/vnu-jar/build/dist/vnu.jar");
  const files = names.map((_, at) => join(folder, `${at}.html`));
  const { stdout } = await promisify(execFile)(
    "java",
    ["-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", ...files],
    { maxBuffer: 2 ** 28 },
  );
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  const found = messages
    .filter(({ type, subType }) => type !== "info" || subType === "warning")
    .map(({ url, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
      return `${name}: ${message} ${(extract ?? "").replaceAll(/\s+/g, " ").slice(0, 160)}`;
    });
  expect(found).toEqual([]);
}, 120_000);
