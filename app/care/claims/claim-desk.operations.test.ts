/** CLAIM-1, CLAIM-2: changes of a claim by staff, and the order in which they lock rows, on a real database. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { claimOf, makeClaimOf } from "../../../test/fixtures/claims.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { openOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { waitingForLocks } from "../../../test/fixtures/waiting.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { claimPaymentOf } from "../../money/payments/claim-payment.server.ts";
import { chargesOf } from "../../money/prices/charges.server.ts";
import { setPrice } from "../../money/prices/set-price.server.ts";
import { claimsOf } from "../../parcels/claiming/read-claims.server.ts";
import { activityLogs, bookings, claimEntries, claims, contactMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { giveClaim, noteClaim, reopenClaim, waitForCustomer } from "./change-claim.server.ts";
import { decideClaim, payClaim, takeBackPayment } from "./decide-claim.server.ts";
import { listClaims } from "./list-claims.server.ts";
import { claimFromMessage, makeClaim } from "./new-claim.server.ts";
import { readClaim } from "./read-claim.server.ts";

const { opened, services, clock, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);
const dispatcher = await makeAdmin(opened, "dispatcher");
const support = await makeAdmin(opened, "support");
const key = () => randomUUID();
const HOUR = 3_600_000;

let booked: Awaited<ReturnType<typeof bookOne>>;
beforeEach(async () => {
  booked = await bookOne(opened, { declaredValue: "5000" });
});
const seen = async (id: string) => {
  const [row] = await db.select().from(claims).where(eq(claims.id, id));
  return { id, version: row!.version };
};
const stateOf = async (id: string) => (await db.select().from(claims).where(eq(claims.id, id)))[0]!;
const entriesOf = (id: string) =>
  db.select().from(claimEntries).where(eq(claimEntries.claimId, id)).orderBy(claimEntries.id);
const decide = async (id: string, granted = 0) => {
  const form = { outcome: "accepted", decision: "It was ours", granted } as const;
  return decideClaim(services, moderator, { ...(await seen(id)), ...form }, key());
};
async function messageAt(createdAt = clock.now()) {
  const who = { formKey: key(), name: "Ada", email: "ada@ona.test", subject: "Complaint" as const };
  const [row] = await db
    .insert(contactMessages)
    .values({ ...who, message: "It is broken", createdAt })
    .returning();
  return row!;
}
const fromMessage = (messageId: string, code = booked.trackingCode) =>
  claimFromMessage(services, dispatcher, { code, messageId, claimKind: "damage" }, key());

test("[CLAIM-2] a claim is given to somebody who works on claims, and given back", async () => {
  const id = await makeClaimOf(opened, booked.id, "loss");
  const give = async (ownerId: string | null) =>
    giveClaim(services, moderator, { ...(await seen(id)), ownerId }, key());
  expect(await give(dispatcher.memberId)).toMatchObject({ ok: true, code: booked.trackingCode });
  expect(await stateOf(id)).toMatchObject({ ownerId: dispatcher.memberId });
  for (const other of [support.memberId, key()])
    expect(await give(other)).toMatchObject({ reason: "left_the_team" });
  expect((await give(null)).ok).toBe(true);
  expect(await stateOf(id)).toMatchObject({ ownerId: null });
  expect((await entriesOf(id)).at(-1)).toMatchObject({ kind: "given", byName: "moderator" });
});

test("[CLAIM-2] a note keeps its words; only a claim that waits is open again, and a decided one does not wait", async () => {
  const id = await makeClaimOf(opened, booked.id, "loss");
  const words = "Called the hub";
  expect((await noteClaim(services, moderator, { ...(await seen(id)), words }, key())).ok).toBe(true);
  expect((await entriesOf(id)).map((entry) => entry.words)).toEqual(["Loss, says the sender", words]);
  const reopen = async () => reopenClaim(services, moderator, { ...(await seen(id)), words }, key());
  const wait = async () => waitForCustomer(services, moderator, { ...(await seen(id)), asked: words }, key());
  expect(await reopen()).toMatchObject({ reason: "not_waiting" });
  expect((await wait()).ok).toBe(true);
  expect((await reopen()).ok).toBe(true);
  expect(await stateOf(id)).toMatchObject({ state: "open" });
  expect(await decide(id)).toMatchObject({ ok: true, toPay: false });
  expect(await wait()).toMatchObject({ reason: "not_open" });
});

test("[CLAIM-1] of one kind there is another claim once the first is decided; each has its own money", async () => {
  const code = readableTrackingCode(booked.trackingCode);
  const make = (claimKind: "loss" | "damage") =>
    makeClaim(services, dispatcher, { code, claimKind, claimWords: null }, key());
  const first = await make("loss");
  if (!first.ok) throw new Error("no claim");
  const { id } = first;
  expect((await make("damage")).ok).toBe(true);
  expect((await decide(id, 100)).ok).toBe(true);
  clock.pass(HOUR);
  expect((await make("loss")).ok).toBe(true);
  const [newest, ...others] = await claimsOf(db, booked.id);
  expect(newest).toMatchObject({ kind: "loss", decidedAt: null });
  expect(others).toHaveLength(2);
  const paid = { ...(await seen(id)), reference: key() };
  expect((await payClaim(services, superAdmin, paid, key())).ok).toBe(true);
  expect(await claimPaymentOf(db, id)).toMatchObject({ claimId: id });
  expect(await claimPaymentOf(db, newest!.id)).toBeNull();
  const back = { ...(await seen(id)), reason: "Account closed" };
  expect((await takeBackPayment(services, superAdmin, back, key())).ok).toBe(true);
  const said = (await entriesOf(id)).map(({ kind, kobo, words }) => [kind, kobo, words]);
  expect(said.slice(1)).toEqual([
    ["decided", 100, "It was ours"],
    ["paid", 100, null],
    ["payment_reversed", 100, "Account closed"],
  ]);
});

test("[CLAIM-2] [CLAIM-5] the page of a decided claim has the cover without the claim's own part, and the list only those of its tab", async () => {
  const id = await makeClaimOf(opened, booked.id, "loss");
  const { openedAt } = await stateOf(id);
  const listed = async (search: string) =>
    (await listClaims(db, { state: "open", search }, FIRST_PAGE)).rows.map((row) => row.id);
  expect(await listed(readableTrackingCode(booked.trackingCode))).toEqual([id]);
  expect((await decide(id, 300_000)).ok).toBe(true);
  expect(await listed("")).not.toContain(id);
  expect(await readClaim(db, id)).toMatchObject({ coverKobo: 500_000, leftKobo: 500_000, openedAt });
  const other = await makeClaimOf(opened, booked.id, "damage");
  expect(await readClaim(db, other)).toMatchObject({ leftKobo: 200_000 });
  // The declared value is now below the amount that was granted already, so nothing of the cover is left.
  await db.update(bookings).set({ declaredValueKobo: 100_000 }).where(eq(bookings.id, booked.id));
  expect(await readClaim(db, other)).toMatchObject({ leftKobo: 0 });
});

test("[CLAIM-4] deciding another claim leaves the exception of one that was not received", async () => {
  const exception = await openOne(opened, { kind: "not_received", bookingId: booked.id });
  expect((await decide(await makeClaimOf(opened, booked.id, "damage"))).ok).toBe(true);
  expect(await readOne(opened, exception.id)).toMatchObject({ closedAt: null });
});

test("[CLAIM-1] a message is part of one claim, whose time limit counts from it; a claim that waits is open again", async () => {
  const saidAt = new Date(clock.now().getTime() - 24 * HOUR);
  const first = await messageAt(saidAt);
  expect(await fromMessage(key())).toMatchObject({ reason: "message_gone" });
  expect(await fromMessage(first.id)).toMatchObject({ ok: true, isNew: true });
  expect(await fromMessage(first.id)).toMatchObject({ reason: "message_linked" });
  const claim = await claimOf(opened, booked.id);
  expect(claim).toMatchObject({ openedAt: saidAt, frozenFrom: null });
  expect(claim.dueAt).toEqual(new Date(saidAt.getTime() + 30 * 24 * HOUR));
  const asked = { ...(await seen(claim.id)), asked: "A photo" };
  expect((await waitForCustomer(services, moderator, asked, key())).ok).toBe(true);
  const before = await seen(claim.id);
  expect(await fromMessage((await messageAt()).id)).toMatchObject({ ok: true, isNew: false, id: claim.id });
  expect(await stateOf(claim.id)).toMatchObject({ state: "open", version: before.version + 1 });
  const kinds = (await entriesOf(claim.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["opened", "message", "waiting", "message"]);
  const opening = and(eq(activityLogs.action, "open_claim"), eq(activityLogs.entityId, claim.id));
  expect(await db.$count(activityLogs, opening)).toBe(1);
  const line = (await readClaim(db, claim.id))!.moments;
  expect(line.filter(({ source }) => source === "message")).toHaveLength(2);
});

test("[CLAIM-1] of two who make claims about two bookings of one message at once the second is told", async () => {
  const { id } = await messageAt();
  const codes = [booked.trackingCode, (await bookOne(opened)).trackingCode];
  let both: ReturnType<typeof fromMessage>[] = [];
  await transact(db, async (tx) => {
    await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
    both = codes.map((code) => fromMessage(id, code));
    await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(2);
  });
  const done = await Promise.all(both);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ reason: "message_linked" });
});

test("[CLAIM-2] the time line has nothing about money, and nothing of other parcels", async () => {
  const id = await makeClaimOf(opened, booked.id, "loss");
  const other = await bookOne(opened);
  await fromMessage((await messageAt()).id, other.trackingCode);
  const price = { code: booked.trackingCode, price: 100, note: "" };
  const [charge] = await chargesOf(db, booked.id);
  expect((await setPrice(services, moderator, { ...price, seen: charge!.id }, key())).ok).toBe(true);
  const line = (await readClaim(db, id))!.moments;
  expect(line.map(({ title }) => title)).toEqual(["Booked", "Claim opened"]);
});
