/** Properties of every declared operation, which hold for direct calls, forms, JSON requests and commands. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeCustomer } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { customer, everybody, staff } from "../../access/by.server.ts";
import { asGuest } from "../../access/actors.server.ts";
import { activityLogs, idempotencyKeys, oneTimeSeeds } from "../db/schema.ts";
import { operation, type Work } from "./operation.server.ts";
import { refusals } from "./refusals.ts";

const { opened, services, db, moderator } = await openWithStaff();
const guest = asGuest("127.0.0.1");

/**
 * Returns the names that the operations of these tests wrote. A table with one text column replaces the tables of real
 * operations.
 */
const written = async () => (await db.select().from(oneTimeSeeds)).map(({ name }) => name).sort();
const write = async ({ tx, at }: Work<unknown>, { name }: { name: string }) => {
  await tx.insert(oneTimeSeeds).values({ name: `${name} ${randomUUID()}`, at });
  return { ok: true as const, name };
};
const count = async (name: string) => (await written()).filter((one) => one.startsWith(`${name} `)).length;

const input = z.object({ name: z.string().min(1, "Give it a name.") });
const byGuests = operation({ name: "test.write", by: everybody, input, run: write });
const byCustomers = operation({ name: "test.write", by: customer, input, run: write });
const byStaff = operation({ name: "test.staff_write", by: staff("recordPayments"), input, run: write });

test("a role without the permission is refused before anything is parsed, and the log has the attempt once", async () => {
  const support = await makeAdmin(opened, "support");
  const sent = { name: "", code: "OD12345678NG" };
  expect(await byStaff.receive(services, support, sent, randomUUID())).toMatchObject({ code: "forbidden" });
  const rows = await db.select().from(activityLogs).where(eq(activityLogs.adminId, support.person.id));
  expect(rows).toMatchObject([
    { action: "refused", description: "recordPayments on OD12345678NG", entityType: "test" },
  ]);
});

test("a refusal after a write leaves nothing behind, not even the key", async () => {
  const refuse = refusals({ no: "Not today." });
  let refused = true;
  const half = operation({
    name: "test.half",
    by: everybody,
    input,
    run: async (work, one) => {
      const done = await write(work, one);
      return refused ? refuse("conflict", "no") : done;
    },
  });
  const key = randomUUID();
  expect(await half(services, guest, { name: "half" }, key)).toMatchObject({
    code: "conflict",
    reason: "no",
    errors: { form: "Not today." },
  });
  expect(await count("half")).toBe(0);
  refused = false;
  expect(await half(services, guest, { name: "half" }, key)).toEqual({ ok: true, name: "half" });
  expect(await count("half")).toBe(1);
});

test("a key counts once, also when it comes twenty times at once", async () => {
  const key = randomUUID();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => byGuests(services, guest, { name: "once" }, key)),
  );
  expect(all).toEqual(all.map(() => ({ ok: true, name: "once" })));
  expect(await count("once")).toBe(1);
});

test("a key with other content is a conflict, and nothing is written", async () => {
  const key = randomUUID();
  await byGuests(services, guest, { name: "first" }, key);
  expect(await byGuests(services, guest, { name: "other" }, key)).toMatchObject({ code: "conflict" });
  expect(await count("other")).toBe(0);
});

test("one key of two people makes two things, and neither is told about the other", async () => {
  const [ada, bola] = [await makeCustomer(opened), await makeCustomer(opened)];
  const key = randomUUID();
  expect(await byCustomers(services, ada, { name: "ada" }, key)).toEqual({ ok: true, name: "ada" });
  expect(await byCustomers(services, bola, { name: "bola" }, key)).toEqual({ ok: true, name: "bola" });
  expect([await count("ada"), await count("bola")]).toEqual([1, 1]);
});

test("a guest's form that is sent again after signing in counts once; with other content it is another form", async () => {
  const ada = await makeCustomer(opened);
  const key = randomUUID();
  await byGuests(services, guest, { name: "as guest" }, key);
  expect(await byGuests(services, ada, { name: "as guest" }, key)).toEqual({ ok: true, name: "as guest" });
  expect(await count("as guest")).toBe(1);
  expect(await byGuests(services, ada, { name: "as Ada" }, key)).toEqual({ ok: true, name: "as Ada" });
});

test("guests share one space: the lost answer of one address is given to the next", async () => {
  const key = randomUUID();
  await byGuests(services, guest, { name: "moved" }, key);
  await byGuests(services, asGuest("10.0.0.9"), { name: "moved" }, key);
  expect(await count("moved")).toBe(1);
});

test("a key belongs to its operation, too", async () => {
  const key = randomUUID();
  const other = operation({ name: "test.other", by: everybody, input, run: write });
  await byGuests(services, guest, { name: "two" }, key);
  await other(services, guest, { name: "two" }, key);
  expect(await count("two")).toBe(2);
});

test("a secret is in no hash: a repeat with another one is answered by `again`", async () => {
  const secret = operation({
    name: "test.secret",
    by: everybody,
    input: z.object({ name: z.string(), password: z.string() }),
    secrets: ["password"],
    run: write,
    again: (_work, { password }, first) =>
      Promise.resolve(password === "right" ? first : refusals({ no: "Another password." })("conflict", "no")),
  });
  const key = randomUUID();
  expect(await secret(services, guest, { name: "pw", password: "right" }, key)).toMatchObject({ ok: true });
  expect(await secret(services, guest, { name: "pw", password: "right" }, key)).toMatchObject({ ok: true });
  expect(await secret(services, guest, { name: "pw", password: "wrong" }, key)).toMatchObject({
    reason: "no",
  });
  expect(await count("pw")).toBe(1);
});

test("what is refused beside a field is not tried, and what is prepared is prepared outside the transaction", async () => {
  const steps: string[] = [];
  const prepared = operation({
    name: "test.prepared",
    by: everybody,
    input,
    prepare: () => {
      steps.push("prepare");
      return Promise.resolve({ ok: true, prepared: 7 });
    },
    on: () => {
      steps.push("on");
      return Promise.resolve({ found: true });
    },
    run: ({ prepared: seven }, _, found) => {
      steps.push("run");
      return Promise.resolve({ ok: true, seven, ...found });
    },
  });
  expect(await prepared(services, guest, { name: "" })).toMatchObject({
    code: "invalid",
    errors: { name: "Give it a name." },
  });
  expect(steps).toEqual([]);
  expect(await prepared(services, guest, { name: "x" })).toEqual({ ok: true, seven: 7, found: true });
  expect(steps).toEqual(["prepare", "on", "run"]);
});

test("a record that is refused is the response: nothing is done, and no other process is told", async () => {
  const done = vi.fn();
  const on = () => Promise.resolve(refusals({ gone: "It is gone." })("not_found", "gone"));
  const missing = operation({ name: "test.missing", by: everybody, input, on, run: done, tell: done });
  expect(await missing(services, guest, { name: "x" })).toMatchObject({ reason: "gone" });
  expect(done).not.toHaveBeenCalled();
});

test("a repeat is answered before anything is prepared: it counts towards no limit", async () => {
  let prepared = 0;
  const limited = operation({
    name: "test.limited",
    by: everybody,
    input,
    prepare: () =>
      Promise.resolve(
        ++prepared > 1 ? refusals({ often: "Too often." })("rate_limited", "often") : { ok: true, prepared },
      ),
    run: write,
  });
  const key = randomUUID();
  const send = (name: string) => limited(services, guest, { name }, key);
  expect(await send("limited")).toEqual({ ok: true, name: "limited" });
  expect(await send("limited")).toEqual({ ok: true, name: "limited" });
  expect(await send("more")).toMatchObject({ code: "conflict", reason: "sent_before" });
  expect(prepared).toBe(1);
});

test("what is about one thing is done one after the other, and waits without a connection", async () => {
  let [inside, most] = [0, 0];
  const flooded = operation({
    name: "test.flooded",
    by: everybody,
    input,
    turn: ({ name }) => `test ${name}`,
    prepare: async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { ok: true, prepared: undefined };
    },
    run: async (work, one) => {
      const done = await write(work, one);
      inside--;
      return done;
    },
  });
  await Promise.all(Array.from({ length: 20 }, () => flooded(services, guest, { name: "flood" })));
  expect([await count("flood"), most]).toEqual([20, 1]);
});

test("an operation without keys is done each time, and stores none", async () => {
  const keyless = operation({ name: "test.keyless", by: everybody, keyless: true, input, run: write });
  const before = await db.$count(idempotencyKeys);
  const key = randomUUID();
  for (const name of ["each", "each", "each"]) await keyless(services, guest, { name }, key);
  expect(await count("each")).toBe(3);
  expect(await db.$count(idempotencyKeys)).toBe(before);
});

test("what is personal in a response is not stored with the key", async () => {
  const stored = ({ ok }: { ok: true }) => ({ ok });
  const named = operation({ name: "test.named", by: everybody, input, run: write, stored });
  const key = randomUUID();
  expect(await named(services, guest, { name: "Ada" }, key)).toEqual({ ok: true, name: "Ada" });
  expect(await named(services, guest, { name: "Ada" }, key)).toEqual({ ok: true });
});

test("topics are published after the commit, not of a repeat or a refusal; before a repeat is answered all are told", async () => {
  const seen: number[] = [];
  let tells = 0;
  services.live.subscribe(["money"], () => seen.push(seen.length));
  const told = operation({
    name: "test.told",
    by: staff("recordPayments"),
    input,
    run: write,
    publish: () => ["money"],
    tell: () => void tells++,
  });
  const key = randomUUID();
  await told(services, moderator, { name: "told" }, key);
  await expect.poll(() => seen.length).toBe(1);
  await told(services, moderator, { name: "told" }, key);
  await told(services, moderator, { name: "" }, randomUUID());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([seen.length, tells]).toEqual([1, 2]);
});
