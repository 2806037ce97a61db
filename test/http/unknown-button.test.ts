/**
 * Every form of routes.ts refuses an unknown button, and an idempotency key that the product did not make: with 400 and
 * without any change.
 */
import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readSession } from "../../app/access/sessions.server.ts";
import { ownerId } from "../../app/access/sign-out.server.ts";
import { ENTRY_OWNER_HEADER } from "../../app/offline/queue-headers.ts";
import { businesses, businessMembers, profiles } from "../../app/platform/db/schema.ts";
import routes from "../../app/routes.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { contentOf, openClient } from "../fixtures/database-state.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { personOf } from "../fixtures/people.ts";
import { makeStore } from "../fixtures/stores.ts";

/** The page for unknown URLs has no form: its action responds with 404. */
const NO_FORM = "company/marketing/not-found.route.tsx";
/** The routes of a rider's phone get JSON and no forms. */
const PHONE = /^shells\/rider-/;

type Action = { path: string; file: string; shell: string };

function actions(entries: RouteConfigEntry[] = routes, shell = ""): Action[] {
  return entries.flatMap(({ file, path, children }) => {
    if (children) return actions(children, file);
    const hasAction = /^export (const|async function|function) action\b/m.test(
      readFileSync(`app/${file}`, "utf8"),
    );
    return hasAction && file !== NO_FORM && !PHONE.test(shell)
      ? [{ path: `/${path ?? ""}`, file, shell }]
      : [];
  });
}

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { client } = await closedAfterAll(openClient(app.connectionString));
const guest = app.visitor();
const customer = await app.customer("customer@ona.test");
const owner = await app.customer("owner@ona.test");
await makeStore(app.services, (await personOf(app, "owner@ona.test"))!.id);
const newcomer = await app.customer("newcomer@ona.test");
await app.services.db.update(profiles).set({ phone: null }).where(eq(profiles.email, "newcomer@ona.test"));
const member = await app.customer("member@ona.test");
const [business] = await app.services.db
  .insert(businesses)
  .values({
    name: "Bright",
    address: "4 Allen Avenue",
    phone: "+2348035550199",
    email: "b@ona.test",
    state: "open",
  })
  .returning();
const ownerOfBusiness = { businessId: business!.id, userId: (await personOf(app, "member@ona.test"))!.id };
await app.services.db.insert(businessMembers).values({ ...ownerOfBusiness, role: "owner" });
const boss = await app.admin("super_admin");

/** The visitor who sends the forms of each shell, so that no form is refused for lack of rights. */
const SENDERS: Record<string, Visitor> = {
  "shells/customer.tsx": customer,
  "shells/business.tsx": member,
  "shells/store.tsx": owner,
  "shells/admin.tsx": boss,
};

/** Returns the value of the header in which a form of the scan page names its member of staff. */
async function ownerOf({ cookies }: Visitor): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
  return ownerId(app.services, await readSession(app.services, request, "127.0.0.1"));
}

/**
 * These pages are left out: the demo's sign-in is closed here, and nobody waits for a second step. Other tests send odd
 * forms to these pages.
 */
const CLOSED = new Set(["/demo", "/admin/login/two-step"]);
const ACTIONS = actions().filter(({ path }) => !CLOSED.has(path));
/** The content of the database, which refused forms must leave unchanged. */
const before = await contentOf(client);
const ODD: Record<string, string>[] = [
  { intent: "no-such-button" },
  { intent: "", idempotencyKey: "no key" },
  { idempotencyKey: "no key" },
];

test("the walk has every form", () => {
  expect(ACTIONS.length).toBeGreaterThan(40);
});

test.each(ACTIONS)("$path: an unknown button or a malformed key is a 400", async (action) => {
  const sender = action.path === "/complete-profile" ? newcomer : (SENDERS[action.shell] ?? guest);
  const path = action.path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    [ENTRY_OWNER_HEADER]: await ownerOf(sender),
  };
  const rest = /^\/(book|booking|admin\/bookings\/new)$/.test(path) ? BODY : {};
  for (const odd of ODD) {
    const form = { ...rest, ...odd };
    const page = await sender.ask(path, { form, headers });
    expect([page.status, page.location], JSON.stringify(odd)).toEqual([400, null]);
    const data = await sender.ask(`${path === "/" ? "/_root" : path}.data`, { form, headers });
    expect(data.status, `as data, ${JSON.stringify(odd)}`).toBe(400);
  }
});

test("none of these forms changed anything", async () => {
  // A wrong token in the URL of /r/:token is counted for the limits, since it may be a guess.
  const counted = { "public.rate_limits": "" };
  expect({ ...(await contentOf(client)), ...counted }).toEqual({ ...before, ...counted });
});
