/**
 * Odd input on every route, field, header and cookie, over a socket: no response is a 5xx and nothing hangs. A failure
 * names its seed; FUZZ_SEED repeats the run, FUZZ_RUNS sets its length. Longer than 250 lines
 * because it walks every route with one product.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminMembers, profiles, sessions } from "../../app/platform/db/schema.ts";
import { liftLock } from "../../app/company/site-lock/site-lock.server.ts";
import { openTestApp, type TestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { startTestPaystack, type TestPaystack } from "../fixtures/paystack.ts";
import type { TestData, Role } from "../fixtures/populated.ts";
import { LONG, note, times } from "../fixtures/long.ts";
import { encoded, header, odd } from "../fixtures/odd-input.ts";
import { oddMessage, signatureOf, WEBHOOK_PATHS } from "../fixtures/odd-webhooks.ts";
import { openProviders } from "../fixtures/receiver-messages.ts";
import { receiverScreens } from "../fixtures/receiver-screens.ts";
import { routePaths } from "../fixtures/routes.ts";
import { CLAIM_ID } from "../fixtures/claims.ts";
import { PAYEE_ID } from "../fixtures/settlements.ts";
import { exchange, type Listening, listenWith, statuses } from "../fixtures/socket.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? times(20, 5000));
const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const ROLES: Role[] = ["guest", "customer", "newcomer", "owner", "beginner", "support", "super_admin"];

type Fields = [name: string, value: string, isFile?: boolean][];
type Case = { role: Role; head: string; body: string };

const { channels } = await openProviders();
let app: TestApp;
let server: Listening;
let paystack: TestPaystack;
let data: TestData;
let receiver: string;
let restore: () => Promise<void>;
/** The forms that each page shows to each role, by path. */
const forms = new Map<string, Fields[]>();

beforeAll(async () => {
  paystack = await startTestPaystack();
  app = await openTestApp({ limitsFactor: 1_000_000, paystack: paystack.access, channels });
  server = await listenWith(app);
  const made = await receiverScreens(app);
  [data, receiver] = [made.data, made.screens[0].path];
  const { db } = app.services;
  const saved = {
    people: await db.select().from(profiles),
    members: await db.select().from(adminMembers),
    sessions: await db.select().from(sessions),
  };
  // Undoes a case's effects on the visitors, such as a sign-out, so that each visitor has their role in the next case.
  restore = async () => {
    await liftLock(db, {}, app.clock.now());
    await db
      .insert(profiles)
      .values(
        saved.people.map((row) => {
          const { fullName: _, ...person } = row;
          return person;
        }),
      )
      .onConflictDoNothing();
    await db.insert(adminMembers).values(saved.members).onConflictDoNothing();
    await db.insert(sessions).values(saved.sessions).onConflictDoNothing();
  };
  for (const role of ROLES)
    for (const path of pages()) forms.set(`${role} ${path}`, await formsOf(path, role));
});
afterAll(async () => {
  await server.close();
  await app.close();
  await paystack.close();
});

/** The paths of all routes with existing values as parameters, and the paths of the webhooks. */
function pages(): string[] {
  const known: Record<string, string> = {
    slug: "mama-ngozi-kitchen",
    viewToken: data.order.viewToken,
    code: data.waits,
    booking: data.waits,
    token: data.receipt.replace("/receipts/", ""),
    batch: crypto.randomUUID(),
    kind: "rider",
    file: "rates.csv",
    key: "none.webp",
    picture: crypto.randomUUID(),
    number: "INV-2026-000001",
  };
  const ids: Record<string, string> = {
    "/mailbox/": crypto.randomUUID(),
    "/admin/customers/": data.customerPage,
    "/admin/payments/statements/": data.statements.matched,
    "/admin/settlements/": PAYEE_ID,
    "/admin/prices/": data.priceDraft,
    "/admin/hubs/": crypto.randomUUID(),
    "/admin/riders/": crypto.randomUUID(),
    "/rider/papers/": crypto.randomUUID(),
    "/admin/runs/": crypto.randomUUID(),
    "/admin/claims/": CLAIM_ID,
    "/admin/stores/": crypto.randomUUID(),
    "/admin/businesses/": crypto.randomUUID(),
    "/admin/cash/": crypto.randomUUID(),
  };
  const valueOf = (path: string, name: string): string => {
    if (path.startsWith("/r/:token")) return receiver.replace("/r/", "");
    const value = known[name] ?? ids[path.slice(0, path.indexOf(":"))];
    if (value === undefined) throw new Error(`${path}: what is :${name}?`);
    return value;
  };
  const filled = routePaths().map((path) =>
    path.replace(/\*$/, "nowhere").replace(/:(\w+)\??/g, (_, name: string) => valueOf(path, name)),
  );
  return [...filled, ...WEBHOOK_PATHS];
}

async function formsOf(path: string, role: Role): Promise<Fields[]> {
  const { text } = await app.visitor().ask(path, { headers: { Cookie: data.cookies[role] } });
  return [...text.matchAll(/<form\b[^>]*>(.*?)<\/form>/gs)].map(([, inside = ""]) =>
    [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"[^>]*>/g)].map(
      ([tag, name = ""]) => {
        const value = /\bvalue="([^"]*)"/.exec(tag)?.[1];
        return [name, value || plausible(name), tag.includes('type="file"')];
      },
    ),
  );
}

const PLAUSIBLE: Record<string, string> = {
  ...BODY,
  email: "ada@example.com",
  phone: "08031234567",
  password: "a-long-test-password",
  status: "in_transit",
  price: "1500",
  stock: "3",
  subject: "General Inquiry",
  category: "Food",
  state: "Lagos",
};
const plausible = (name: string): string => PLAUSIBLE[name] ?? "Some text";

/** The names of the parameters and form fields that the code reads. */
function readNames(): string[] {
  const names = new Set<string>();
  for (const entry of readdirSync("app", { recursive: true, withFileTypes: true }))
    if (/\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
      for (const [, name] of readFileSync(join(entry.parentPath, entry.name), "utf8").matchAll(
        /(?:\.get\("|typed\["|name="|\bfield\(")([\w.-]+)"/g,
      ))
        names.add(name!);
  return [...names];
}

const MULTIPART = "multipart/form-data; boundary=x";

/** A bank's statement with odd text in its cells. */
const csvOf = (rows: string[][]): string =>
  ["Date,Reference,Credit,Remarks", ...rows.map((cells) => cells.join(","))].join("\n").toWellFormed();

function anyCase(paths: string[], names: string[]): fc.Arbitrary<Case> {
  const name = fc.constantFrom(...names);
  const path = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...paths) },
    // A path in which one part is replaced by odd text.
    fc.tuple(fc.constantFrom(...paths), fc.nat(4), encoded).map(([known, at, text]) => {
      const parts = known.split("/");
      parts[1 + (at % (parts.length - 1))] = text;
      return parts.join("/");
    }),
  );
  const query = fc.array(fc.tuple(name, encoded), { maxLength: 4 });
  return fc
    .record({
      role: fc.constantFrom(...ROLES),
      method: fc.constantFrom("GET", "GET", "HEAD", "POST", "POST", "POST"),
      path,
      suffix: fc.constantFrom("", "", "", ".data"),
      query,
      headers: fc.array(header, { maxLength: 2 }),
      form: fc.nat(20),
      changes: fc.array(fc.tuple(fc.oneof(fc.nat(30), name), encoded), { maxLength: 3 }),
      raw: fc.option(odd, { freq: 12 }),
      file: fc.array(fc.array(odd, { maxLength: 5 }), { maxLength: 4 }),
      type: fc.constantFrom(
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
        MULTIPART,
        "text/plain",
        "application/json",
      ),
    })
    .map(({ role, method, path: to, suffix, query: asked, headers, form, changes, raw, file, type: any }) => {
      const search = asked.map(([key, value]) => `${key}=${value}`).join("&");
      const given = forms.get(`${role} ${to}`) ?? [];
      const chosen = given[form % Math.max(1, given.length)] ?? [];
      const fields = new Map(chosen.map(([key, value]) => [key, encodeURIComponent(value)]));
      const files = new Set(chosen.filter(([, , isFile]) => isFile).map(([key]) => key));
      const type = files.size > 0 ? MULTIPART : any;
      for (const [which, value] of changes) {
        const key = typeof which === "string" ? which : [...fields.keys()][which % Math.max(1, fields.size)];
        if (key) fields.set(key, value);
      }
      const multipart = type.startsWith("multipart");
      const parts = [...fields].map(([key, value]) => {
        if (!multipart) return `${encodeURIComponent(key)}=${value}`;
        const named = `--x\r\nContent-Disposition: form-data; name="${key}"`;
        return files.has(key)
          ? `${named}; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csvOf(file)}\r\n`
          : `${named}\r\n\r\n${value}\r\n`;
      });
      const filled = multipart ? `${parts.join("")}--x--\r\n` : parts.join("&");
      const body = method === "POST" ? (raw ?? oddMessage(to, file[0]) ?? filled) : "";
      const lines = [
        `${method} ${to}${suffix}${search && `?${search}`} HTTP/1.1`,
        "Host: localhost:3000",
        "Origin: http://localhost:3000",
        "Connection: close",
        ...headers,
        ...signatureOf(to, body),
        ...(method === "POST" ? [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`] : []),
      ];
      return { role, head: lines.join("\r\n"), body };
    });
}

test(`${RUNS} cases of odd input: no 5xx, nothing hangs`, { timeout: 3_600_000 }, async () => {
  console.log(`Seed ${SEED}: FUZZ_SEED=${SEED} repeats it.`);
  const seen: Record<string, number> = {};
  let slowest = 0;
  const property = fc.asyncProperty(anyCase(pages(), readNames()), async ({ role, head, body }) => {
    const session = data.cookies[role] && `\r\nCookie: ${data.cookies[role]}`;
    const begun = performance.now();
    const received = await exchange(server.port, [`${head}${session}\r\n\r\n${body}`], { quietMs: 1000 });
    slowest = Math.max(slowest, performance.now() - begun);
    const [status = 0] = statuses(received);
    seen[status] = (seen[status] ?? 0) + 1;
    if (head.startsWith("POST")) await restore();
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });
  await fc.assert(property, {
    numRuns: RUNS,
    seed: SEED,
    interruptAfterTimeLimit: LONG ? undefined : 60_000,
  });
  note("Odd input over sockets", { cases: RUNS, seed: SEED, "slowest, ms": Math.round(slowest), ...seen });
});
