/**
 * KEEP-1, KEEP-4: one form of each kind is sent after the session has ended, with and without JavaScript. After the
 * person has signed in again by password or link, the form shows what was typed. Every form without JavaScript:
 * test/http/kept-everywhere.test.ts.
 */
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { readSession } from "../../app/access/sessions.server.ts";
import { profiles, sessions } from "../../app/platform/db/schema.ts";
import { ADMIN, hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct());
const data = await populate(product);
const { db } = product.services;
const [admin] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, ADMIN.email));
const cookies = { ...data.cookies, super_admin: await sessionCookie(product, admin!.id, "staff") };
const rows = await db.select().from(sessions);

/** A form: its sender's role, the path of its page, the typed values by field name, and its button. */
type Kind = { kind: string; as: Role; path: string; typed: Record<string, string>; button: RegExp };

const KINDS: Kind[] = [
  {
    kind: "a form of staff's page (company)",
    as: "super_admin",
    path: "/admin/company",
    typed: { tagline: "Ten minutes of thinking about a line" },
    button: /^Save/,
  },
  {
    kind: "a form in a dialog (hub)",
    as: "super_admin",
    path: "/admin/hubs?add=1",
    typed: { name: "Hub of ten minutes", address: "12 Bompai Road, Kano" },
    button: /Add hub|Save/,
  },
  {
    kind: "a form of a fetcher (team note)",
    as: "super_admin",
    path: "/admin/bookings/OD10000002NG",
    typed: { staffNote: "Call before noon, the gate is blue" },
    button: /^Save note/,
  },
  {
    kind: "a correction of a ledger (payment)",
    as: "super_admin",
    path: "/admin/bookings/OD10000003NG/money",
    typed: { reference: "SLIP-20260-77" },
    button: /^Record/,
  },
  {
    kind: "a form with a file (store settings)",
    as: "owner",
    path: "/store/dashboard/settings",
    typed: { description: "Soups and rice, hot at noon, and much more to say" },
    button: /^Save Changes/,
  },
  {
    kind: "a product in a dialog",
    as: "owner",
    path: "/store/dashboard/products?add=1",
    typed: { name: "Moi moi", description: "Steamed beans, with egg and fish" },
    button: /^(Add|Save)/,
  },
  {
    kind: "a profile",
    as: "customer",
    path: "/profile?edit=1",
    typed: { address: "14 Adeniyi Jones, behind the blue gate" },
    button: /^Save/,
  },
];

/** Returns the form that has a field for each typed value. A page may have several forms. */
const formOf = (page: Page, { typed }: Kind) =>
  Object.keys(typed).reduce(
    (form, name) => form.filter({ has: page.locator(`[name="${name}"]`) }),
    page.locator("form[method=post]"),
  );

async function emailOf(as: Role): Promise<string> {
  const request = new Request(product.origin, { headers: { Cookie: cookies[as] } });
  const { person } = await readSession(product.services, request, "127.0.0.1");
  const [row] = await db.select().from(profiles).where(eq(profiles.id, person!.id));
  return row!.email;
}

const opened = new Set<string>();
/** Returns the newest sign-in link that was mailed to this address and not returned before; '' if there is none. */
async function newLink(email: string): Promise<string> {
  const mails = (await (await fetch(`${product.origin}/mailbox.json`)).json()) as {
    to: string;
    links: string[];
  }[];
  const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links);
  const link = links.find((one) => one.includes("auth-callback") && !opened.has(one)) ?? "";
  if (link) opened.add(link);
  return link;
}

async function signInAgain(page: Page, as: Role, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  if (as === "super_admin") {
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    return page.getByRole("button", { name: "Sign In" }).click();
  }
  await page.locator("main form[method=post] button[type=submit]").first().click();
  await page.waitForURL(/sent=1/);
  let link = "";
  await expect.poll(async () => (link = await newLink(email)), { timeout: 10_000 }).not.toBe("");
  await page.goto(link);
  // In the browser that requested the link, the page's script confirms the link, even without a click.
  const go = page.getByRole("button", { name: /Continue/ }).click({ timeout: 3000 });
  await Promise.all([go.catch(() => {}), page.waitForURL(({ pathname }) => pathname !== "/auth-callback")]);
}

afterEach(async () => {
  await db.delete(sessions);
  await db.insert(sessions).values(rows);
  product.clock.pass(120_000);
});

const WAYS = [
  ["with JavaScript", true],
  ["without JavaScript", false],
] as const;

for (const [way, javaScriptEnabled] of WAYS)
  for (const one of KINDS)
    test(`[KEEP-1] [KEEP-4] ${one.kind}, ${way}`, async () => {
      const { as, path, typed, button } = one;
      const email = await emailOf(as);
      const page = await product.person({ cookie: cookies[as], javaScriptEnabled });
      await page.goto(path);
      if (javaScriptEnabled) await hydrated(page);
      const form = formOf(page, one).first();
      for (const [name, text] of Object.entries(typed)) await form.locator(`[name="${name}"]`).fill(text);
      await db.delete(sessions);
      // With scripts, the page may go to the sign-in page by itself before the form is sent.
      const send = form.getByRole("button", { name: button }).first().click({ timeout: 3000 });
      await Promise.all([send.catch(() => {}), page.waitForURL(/\/login/)]);
      if (javaScriptEnabled) await hydrated(page);
      await signInAgain(page, as, email);
      await page.waitForURL((url) => url.pathname === path.split("?")[0]);
      if (javaScriptEnabled) await hydrated(page);
      const again = formOf(page, one).first();
      for (const [name, text] of Object.entries(typed))
        await expect.poll(() => again.locator(`[name="${name}"]`).inputValue(), { timeout: 5000 }).toBe(text);
      await page.getByText("This is what you typed").first().waitFor();
    });
