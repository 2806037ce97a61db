import { Hono } from "hono";
import { expect, test } from "vitest";
import { createAdmission, createGate, createStaffSessions, RELOADS } from "./admission.ts";

const never = () => new AbortController().signal;

/** An admission that lists the admitted requests in order. Each request ends when the test ends it. */
function openDoor(options: Parameters<typeof createAdmission>[0]) {
  const admission = createAdmission(options);
  const seen: string[] = [];
  const leaving: (() => void)[] = [];
  const arrive = (name: string, address: string, isStaff = false, signal = never) =>
    admission.enter(address, isStaff, signal).then((leave) => {
      seen.push(leave ? name : `${name} refused`);
      if (leave) leaving.push(leave);
    });
  return {
    seen,
    arrive,
    async leave() {
      leaving.shift()?.();
      await new Promise((done) => setImmediate(done));
    },
  };
}

test("[RUN-10] each address has its turn, and staff go first", async () => {
  const door = openDoor({ running: 1 });
  const all = [
    door.arrive("crowd 1", "a"),
    door.arrive("crowd 2", "a"),
    door.arrive("crowd 3", "a"),
    door.arrive("other", "b"),
    door.arrive("staff", "a", true),
  ];
  for (let i = 0; i < 5; i++) await door.leave();
  await Promise.all(all);
  expect(door.seen).toEqual(["crowd 1", "staff", "crowd 2", "other", "crowd 3"]);
});

test("[RUN-14] background reloads of staff take turns with people, in a queue that has room for many pages", async () => {
  const door = openDoor({ running: 1, waitingPerAddress: 2, waitingReloads: 4 });
  const all = [
    door.arrive("working", "a"),
    ...[1, 2, 3, 4, 5].map((n) => door.arrive(`reload ${n}`, RELOADS)),
    door.arrive("a person", "a"),
    door.arrive("another", "b"),
    door.arrive("staff", "a", true),
  ];
  for (let i = 0; i < 8; i++) await door.leave();
  await Promise.all(all);
  expect(door.seen).toEqual([
    "working", "reload 5 refused", "staff", "reload 1", "a person", "another", "reload 2", "reload 3", "reload 4",
  ]); // prettier-ignore
});

test("a queue has a maximum size; when it is full, the address with most requests loses one", async () => {
  const door = openDoor({ running: 1, waitingPerAddress: 3, waiting: 4, waitMs: 60_000 });
  void door.arrive("working", "a");
  for (let i = 1; i <= 4; i++) void door.arrive(`a${i}`, "a");
  await door.arrive("a5", "a");
  expect(door.seen).toEqual(["working", "a4 refused", "a5 refused"]);
  void door.arrive("b1", "b");
  await Promise.resolve();
  void door.arrive("c1", "c");
  await Promise.resolve();
  await Promise.resolve();
  expect(door.seen).toEqual(["working", "a4 refused", "a5 refused", "a3 refused"]);
  for (let i = 0; i < 5; i++) await door.leave();
  expect(door.seen.slice(4)).toEqual(["a1", "b1", "c1", "a2"]);
});

test("nobody waits longer than the limit, or for a browser that is gone", async () => {
  const door = openDoor({ running: 1, waitMs: 30 });
  void door.arrive("working", "a");
  await door.arrive("late", "a");
  const gone = new AbortController();
  const left = door.arrive("gone", "b", false, () => gone.signal);
  gone.abort();
  await left;
  expect(door.seen).toEqual(["working", "late refused", "gone refused"]);
  await door.leave();
  await door.arrive("next", "a");
  expect(door.seen.at(-1)).toBe("next");
});

test("a session is staff's only after it was seen to be, and is forgotten when it is not", () => {
  const staff = createStaffSessions();
  expect(staff.has("session=one")).toBe(false);
  staff.note("a=b; __Host-session=one", true);
  expect(staff.has("__Host-session=one; c=d")).toBe(true);
  expect(staff.has("session=two")).toBe(false);
  expect(staff.has(undefined)).toBe(false);
  staff.note("session=one", false);
  expect(staff.has("session=one")).toBe(false);
});

test("[RUN-10] deeds of phones take their turns apart from the pages, one request after the other", async () => {
  const ends: (() => void)[] = [];
  const app = new Hono();
  app.use(createGate(0, { running: 1, waiting: 0 }).admit);
  app.post("/rider/deeds", async (c) => {
    await new Promise<void>((end) => ends.push(end));
    return c.text("taken");
  });
  app.get("/track", (c) => c.text("page"));
  const bindings = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };
  const send = async () => app.request("/rider/deeds", { method: "POST" }, bindings);
  const both = [send(), send()];
  await expect.poll(() => ends.length).toBe(1);
  expect((await app.request("/track", {}, bindings)).status).toBe(200);
  expect(ends.length).toBe(1);
  ends[0]!();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
});
