/**
 * STAFF-4: every route of routes.ts × every role × page, data and form request. Fails if a route is in no group. For
 * each page that a role may open, also sends HEAD and an unsupported method, over a socket.
 */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, describe, expect, test } from "vitest";
import { ADMIN_ROLES, type AdminRole } from "../../app/domain/admin-roles.ts";
import { BUSINESS_PAGES } from "../../app/access/business-pages.ts";
import { mayOpenPage, STAFF_PAGES } from "../../app/access/staff-pages.ts";
import routes from "../../app/routes.ts";
import { openTestApp, type Answer, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";
import { exchange, listenWith, statuses } from "../fixtures/socket.ts";

type Group = "public" | "customer" | "business" | "store" | "admin" | "rider";
/** A route of routes.ts. `pattern` is its path as routes.ts has it, and `path` has values for its parameters. */
type Leaf = { id: string; path: string; pattern: string; group: Group };

const SHELLS: Record<string, Group> = {
  "shells/public.tsx": "public",
  "shells/customer.tsx": "customer",
  "shells/business.tsx": "business",
  "shells/store.tsx": "store",
  "shells/admin.tsx": "admin",
  // The pages of a rider's phone need an enrolled device. No session opens them, whatever its role.
  "shells/rider-sender.ts": "rider",
  "shells/rider-device.ts": "rider",
  "shells/rider-shift.ts": "rider",
};
/** Public routes whose responses are not pages with the site's header and footer. Add new ones to this list. */
const FRAMELESS = new Set([
  "book/receivers.json",
  "quote.json",
  "r/:token",
  "r/:token/paid",
  "bookings/:booking/proof/:picture",
  "receipts/:token",
  "receipts/:token/paid",
  "receipts/:token/receiver.svg",
  "live/track",
  "live/order/:viewToken",
  "orders/:viewToken/chat",
  "mailbox.json",
  "mailbox/:id",
  "robots.txt",
  "sitemap.xml",
  "manifest.webmanifest",
  "rider",
  "rider.webmanifest",
  "logout",
  "unlock",
  "admin/login",
  "admin/login/two-step",
  "auth/login",
  "auth/signup",
  "pictures/:key",
  "rider/enrol",
  "dev/ui",
]);

function leaves(entries: RouteConfigEntry[], group: Group | null = null, above = ""): Leaf[] {
  return entries.flatMap((entry) => {
    const own = SHELLS[entry.file] ?? group;
    const path = [above, entry.path].filter(Boolean).join("/");
    const here = entry.path !== undefined || entry.index ? [leafOf(entry, own, path)] : [];
    return [...here, ...leaves(entry.children ?? [], own, path)];
  });
}

function leafOf(entry: RouteConfigEntry, group: Group | null, path: string): Leaf {
  if (!group && !FRAMELESS.has(path)) throw new Error(`/${path} is in no group: put it under a shell`);
  const id = entry.id ?? entry.file.replace(/\.[jt]sx?$/, "");
  const address = `/${path}`
    .replace(/\*$/, "nowhere")
    .replace(/:\w+\??/g, "00000000-0000-4000-8000-000000000000");
  if (group === "business" && !Object.hasOwn(BUSINESS_PAGES, `/${path}`))
    throw new Error(`/${path} has no permission: add it to app/access/business-pages.ts`);
  if (group === "admin" && !Object.hasOwn(STAFF_PAGES, `/${path}`))
    throw new Error(`/${path} has no read permission: add it to app/access/staff-pages.ts`);
  return {
    id,
    path: address,
    pattern: `/${path}`,
    group: group ?? "public",
  };
}

const LEAVES = leaves(routes);
const ROLES = ["guest", "customer", ...ADMIN_ROLES] as const;
type Role = (typeof ROLES)[number];
const isStaff = (role: Role): role is AdminRole => role !== "guest" && role !== "customer";

/**
 * The URL to which a visitor of this role is redirected from the route, or the status of the refusal; null if the role
 * may open the route.
 */
function turnedAway({ group, pattern }: Leaf, role: Role) {
  if (group === "customer") return role === "guest" ? "/login" : null;
  // BUSINESS-2: nobody in this test is a member of a business (test/http/businesses.test.ts).
  if (group === "business") return role === "guest" ? "/login" : "/business";
  if (group === "store") return role === "guest" ? "/store/login" : null;
  if (group === "admin") return isStaff(role) ? (mayOpenPage(role, pattern) ? null : 403) : "/admin/login";
  if (group === "rider") return 401;
  return null;
}

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const server = await closedAfterAll(listenWith(app));
const visitors = new Map<Role, Visitor>();
visitors.set("guest", app.visitor());
visitors.set("customer", await app.customer("customer@ona.test"));
for (const role of ADMIN_ROLES) visitors.set(role, await app.admin(role));

function expectTurnedAway(answer: Answer, where: string | 401 | 403, how: string) {
  if (typeof where === "number") {
    expect(answer.status, how).toBe(where);
    return;
  }
  // A request for a page is redirected to the URL; a request for data gets 202 with the URL in its body.
  const target = answer.location ?? answer.text;
  expect([302, 202], how).toContain(answer.status);
  expect(target, how).toContain(where);
  expect(answer.text, how).not.toContain("loaderData");
}

let asked = 0;
afterAll(() =>
  note("HEAD and DELETE on every route", {
    routes: asked,
    "HEAD as GET, without a body": asked,
    "DELETE 405": asked,
  }),
);

/** HEAD gets the headers of GET without a body; DELETE gets a 405. */
async function expectOtherMethods(path: string, { cookies }: Visitor, { status }: Answer) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = (method: string) =>
    exchange(server.port, [
      `${method} ${path} HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    ]);
  const [head = "", body] = (await ask("HEAD")).split("\r\n\r\n");
  expect([statuses(head), body], `HEAD of ${path}`).toEqual([[status], ""]);
  expect(statuses(await ask("DELETE")), `DELETE of ${path}`).toEqual([405]);
  asked++;
}

describe.each(ROLES)("%s", (role) => {
  test.each(LEAVES.filter((leaf) => leaf.group !== "public"))("$path ($group)", async (leaf) => {
    const visitor = visitors.get(role)!;
    const { id, path } = leaf;
    const where = turnedAway(leaf, role);
    const data = `${path === "/" ? "/_root" : path}.data`;
    if (where === null) {
      const page = await visitor.ask(path);
      expect([200, 204, 302, 400, 404], `page of ${path}`).toContain(page.status);
      if (page.status === 302) expect(page.location).not.toMatch(/login/);
      if (role === "super_admin" && !/logout$/.test(path)) await expectOtherMethods(path, visitor, page);
      return;
    }
    expectTurnedAway(await visitor.ask(path), where, "page");
    expectTurnedAway(await visitor.ask(path, { form: { any: "thing" } }), where, "form");
    if (path.startsWith("/live/")) {
      // A live stream has no data request: the server answers 404 before any route, the same for every role.
      expect((await visitor.ask(data)).status).toBe(404);
      expect((await visitor.ask(data, { form: { any: "thing" } })).status).toBe(404);
      return;
    }
    expectTurnedAway(await visitor.ask(data), where, "data");
    expectTurnedAway(
      await visitor.ask(`${data}?_routes=${encodeURIComponent(id)}`),
      where,
      "data of the leaf alone",
    );
    expectTurnedAway(await visitor.ask(data, { form: { any: "thing" } }), where, "form as data");
  });
});

/** Public paths that show no page unless the request has more than the path, such as a token. */
const NO_PAGE = /nowhere|0000|logout|live|unlock|dev|auth-callback|reset-password|two-step|demo/;

test("public pages open for everybody; HEAD is answered as GET, DELETE is a 405", async () => {
  const guest = visitors.get("guest")!;
  for (const { path } of LEAVES.filter((leaf) => leaf.group === "public")) {
    const answer = await guest.ask(path);
    if (!NO_PAGE.test(path)) {
      expect([200, 301, 302, 303, 307, 308], path).toContain(answer.status);
      expect(answer.location ?? "", path).not.toContain("/admin");
    }
    expect(answer.status, path).toBeLessThan(500);
    await expectOtherMethods(path, guest, answer);
  }
});
