/** RUN-14: background reloads of the back office share one response between staff, and never share personal data. */
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { AdminRole } from "../../app/domain/admin-roles.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookMany, bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const LIST = `/admin/bookings.data?_routes=${encodeURIComponent("shells/admin,parcels/dispatch/admin-bookings.route")}`;
const HEADERS = { "Ona-Background": "1" };

let ada: Visitor;
let musa: Visitor;
let support: Visitor;
beforeAll(async () => {
  ada = await staff("moderator", "ada@ona.test");
  musa = await staff("moderator", "musa@ona.test");
  support = await staff("support", "ife@ona.test");
});

/** The idempotency key in a response: every rendering has a new one, so equal keys mean a shared response. */
const keyIn = (text: string) => /"key","([0-9a-f-]{36})"/.exec(text)?.[1];
const reload = (who: Visitor, path = LIST, headers: Record<string, string> = HEADERS) =>
  who.ask(path, { headers });

/** A member of staff who is signed in, and whom this process knows from an earlier reload. */
async function staff(role: AdminRole, email: string): Promise<Visitor> {
  const who = await app.admin(role, email);
  await reload(who);
  return who;
}

/**
 * `one` and `other` send the same request while Ada's reload is being processed; returns the keys of the three
 * responses.
 */
async function keysOfBoth(one: Visitor, other: Visitor, path = LIST, headers = HEADERS) {
  const answers = await Promise.all([
    reload(ada, LIST),
    reload(one, path, headers),
    reload(other, path, headers),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  return answers.map(({ text }) => keyIn(text));
}

test("[RUN-14] reloads of a role are made once for all who wait, after each of them asked, and name nobody", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => reload(n % 2 ? ada : musa)));
  const keys = answers.map(({ text }) => keyIn(text));
  expect(keys).not.toContain(undefined);
  // The first request gets a response of its own. Requests that arrive meanwhile share the second response. Requests
  // that arrive during the second one share the third, and so on.
  expect(new Set(keys).size).toBeLessThanOrEqual(6);
  expect(answers.some(({ text }) => text.includes("@ona.test"))).toBe(false);
  expect(new Set(answers.map(({ headers }) => headers.get("Ona-Owner"))).size).toBe(2);
  expect(new Set(answers.map(({ headers }) => headers.get("Cache-Control")))).toEqual(new Set(["no-store"]));
});

test("[RUN-14] what waits shows a booking that was made before it was sent", async () => {
  const running = reload(ada);
  const { trackingCode } = await bookOne(app);
  const [mine, theirs] = await Promise.all([reload(ada), reload(musa)]);
  await running;
  expect([mine, theirs].map(({ text }) => text.includes(trackingCode))).toEqual([true, true]);
});

test.each([
  ["with the data of the person", "/admin/bookings.data", HEADERS],
  ["for a search", `${LIST}&q=ada`, HEADERS],
  ["by a person", LIST, {}],
])("[RUN-14] a request %s is answered alone", async (_, path, headers) => {
  const keys = await keysOfBoth(ada, musa, path, headers as typeof HEADERS);
  expect(new Set(keys).size).toBe(3);
});

test("[RUN-14] another role gets its own answer", async () => {
  const [moderator, other, same] = await Promise.all([reload(ada), reload(support), reload(support)]);
  expect(keyIn(other.text)).not.toBe(keyIn(moderator.text));
  expect(same.text).toContain('"support"');
  expect(moderator.text).not.toContain('"support"');
});

test("[RUN-14] a session that has ended shares nothing, and each may ask in its own encoding", async () => {
  const gone = await staff("moderator", "gone@ona.test");
  await gone.ask("/admin/logout", { form: {} });
  // With four more bookings the response is long enough to be compressed.
  await bookMany(app, 4);
  const [first, second, ended, packed] = await Promise.all([
    reload(ada),
    reload(musa),
    reload(gone),
    ada.open(LIST, { ...HEADERS, "Accept-Encoding": "gzip" }),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(keyIn(ended.text)).toBeUndefined();
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(keyIn(gunzipSync(await packed.arrayBuffer()).toString())).toBeDefined();
});
