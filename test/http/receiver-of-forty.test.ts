/**
 * A receiver of forty parcels, with the product's own limits. Each link, message, choice and erasure affects its own
 * parcel only. At the receiver's door, one PIN delivers all parcels.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { NOT_STORED } from "../../app/domain/erased.ts";
import { bookings, consents, proofs, rememberedPlaces } from "../../app/platform/db/schema.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../app/road/runs/load-run.server.ts";
import { runOut } from "../../app/road/runs/send-and-close-run.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { AtHome } from "../fixtures/receiver-at-home.ts";
import { chooseMessages } from "../fixtures/receiver-messages.ts";
import { openPost, ReceiversPost } from "../fixtures/receivers-post.ts";
import { AtDoors } from "../fixtures/rider-at-doors.ts";
import { makeHubs, makeRider, makeRun, receiveAt, seenRun } from "../fixtures/road.ts";

const FORTY = 40;
const PHONE = "+2348035550040";
const posted = await openPost();
const app = await closedAfterAll(openTestApp(posted.options));
const { services, clock } = app;
const { db } = services;
const post = new ReceiversPost(app, posted);
await chooseMessages(services, { messageOrder: ["sms"] });
const desk = await makeAdmin(app, "moderator");
const { IKJ } = await makeHubs(app, "IKJ");
const rider = await makeRider(app, IKJ.id);

/** Monday, 10 am in Lagos. */
clock.set(new Date("2026-11-23T09:00:00Z"));
type Parcel = { code: string; id: string; pieceId: string; page: AtHome };
/** The browser in which the receiver opens all forty links. */
const browser = app.visitor();

async function bookForty(): Promise<Parcel[]> {
  const senders: Visitor[] = [];
  for (const name of ["one", "two"]) senders.push(await app.customer(`${name}@example.com`));
  const form = { ...BODY, receiverPhone: PHONE, receiverAddress: "5 Toyin Street, Ikeja, Lagos" };
  for (let n = 0; n < FORTY; n++) {
    // The limit of bookings for one browser is reset, because forty real senders would book in different browsers.
    await db.execute(sql`delete from rate_limits where key like '%ooking%'`);
    const sent = { form: { ...form, idempotencyKey: crypto.randomUUID() } };
    expect((await senders[n % 2]!.ask("/book", sent)).status).toBe(302);
  }
  await post.settle();
  const links = words().map((text) => /\/r\/(\w+)\.[0-9a-f]{32}/.exec(text)!);
  const rows = await db.execute<{ code: string; id: string; piece: string }>(
    sql`select tracking_code as code, b.id, p.id as piece from bookings b join pieces p on p.booking_id = b.id`,
  );
  const byCode = new Map(rows.rows.map((row) => [row.code, row]));
  return links.map(([path, code]) => {
    const { id, piece } = byCode.get(code!)!;
    return { code: code!, id, pieceId: piece, page: new AtHome(app, path, browser) };
  });
}

const words = () => post.wordsTo({ phone: PHONE, email: null });
const about = ({ code }: Parcel, all = words()) => all.filter((text) => text.includes(code));
const all = await bookForty();
const [wants, refuses, off, stranger, ...rest] = all as [Parcel, Parcel, Parcel, Parcel, ...Parcel[]];
/**
 * The parcels that go out on the planned run: all except `wants`, which the receiver wants on another day, and
 * `refuses`, which the receiver does not want at all.
 */
const going = [off, stranger, ...rest];
let run = "";

test("[TELL-1] [RECEIVER-8] forty parcels are forty messages and forty links, all of which one browser opens", async () => {
  expect(words()).toHaveLength(FORTY);
  expect(new Set(all.map(({ code }) => code)).size).toBe(FORTY);
  for (const { page, code } of all) {
    const text = (await page.page()).replaceAll(/[\s-]/g, "");
    expect(all.filter((one) => one.code !== code && text.includes(one.code))).toEqual([]);
  }
});

test("[CHOICE-1] [CHOICE-2] what is chosen for one is chosen for that one alone", async () => {
  await receiveAt(
    app,
    desk,
    IKJ.id,
    all.map(({ pieceId }) => pieceId),
  );
  // Forty pages were opened within a minute, so the limit of page views is reset.
  clock.pass(60_000);
  await db.execute(sql`delete from rate_limits where key like 'tracking%'`);
  await wants.page.presses("choose-day", { day: (await wants.page.days())[1]! });
  await refuses.page.presses("announce-refusal", { words: "" });
  await off.page.presses("switch-messages");
  await stranger.page.presses("not-expected", { why: "not_ordered" });
  await rest[0]!.page.presses("remember-place", { words: "The kiosk" });
  const chosen = await db.execute<{ code: string }>(
    sql`select tracking_code as code from receiver_choices c join bookings b on b.id = c.booking_id order by c.made_at, 1`,
  );
  expect(chosen.rows.map(({ code }) => code).toSorted()).toEqual([wants.code, refuses.code].toSorted());
  expect(await rest[1]!.page.words()).not.toContain("You chose another day");
});

test("[CHOICE-2] [TELL-8] [RECEIVER-7] the run takes the others; each is told with a PIN of its own, but for the one that is switched off", async () => {
  const before = words().length;
  const made = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  run = made.id;
  const pieces = all.map(({ pieceId }) => pieceId);
  const seen = () => seenRun(app, run);
  const key = () => crypto.randomUUID();
  expect(await assignPieces(services, desk, { run, pieces }, key())).toMatchObject({ ok: true });
  expect(await loadWhatIsPlanned(services, desk, await seen(), key())).toMatchObject({
    ok: true,
    loaded: FORTY - 2,
  });
  for (const step of [sealRun, runOut])
    expect(await step(services, desk, await seen(), key())).toMatchObject({ ok: true });
  await post.settle();
  const told = words().slice(before);
  expect(told).toHaveLength(FORTY - 4);
  expect(told.filter((text) => !/PIN \d{4}/.test(text) || text.length > 160)).toEqual([]);
  for (const one of [off, stranger, wants, refuses]) expect(about(one, told)).toEqual([]);
  expect(await stranger.page.pin()).toBeNull();
  expect(await off.page.pin()).toMatch(/^\d{4}$/);
});

test("[PROOF-2] [PHONE-9] at the door one PIN of the forty releases all that are there, each with its proof and its message", async () => {
  const phone = await AtDoors.of(app, await app.admin("super_admin"), rider.id);
  clock.pass(60 * 60_000);
  expect((await phone.run(run)).stops).toHaveLength(1);
  const before = words().length;
  await phone.deliversStop(run, (await rest[5]!.page.pin())!);
  await post.settle();
  expect(await db.$count(bookings, eq(bookings.status, "delivered"))).toBe(going.length);
  expect(await db.$count(proofs, eq(proofs.pinState, "right"))).toBe(going.length);
  expect(words().length - before).toBe(going.length - 2);
});

test("[RECEIVER-10] [CONSENT-3] [PLACE-4] erasing the receiver of one leaves the other thirty-nine; the consent goes with the last", async () => {
  const consented = () => db.$count(consents, eq(consents.phone, PHONE));
  const placed = () => db.$count(rememberedPlaces, eq(rememberedPlaces.phone, PHONE));
  const boss = await app.admin("super_admin", "eraser@ona.test");
  const erase = async ({ id, code }: Parcel) => {
    const form = { intent: "erase-receiver", idempotencyKey: crypto.randomUUID(), id, typedCode: code };
    const page = `/admin/bookings/${code}`;
    expect((await boss.ask(page, { form })).location).toBe(page);
  };
  const [first, ...others] = going as [Parcel, ...Parcel[]];
  await erase(first);
  expect((await browser.ask(first.page.path)).status).toBe(404);
  expect(await others[3]!.page.words()).toContain("Delivered");
  expect([await consented(), await placed()]).toEqual([1, 1]);
  for (const one of others) await erase(one);
  // The receiver's consent and remembered place are still stored, because two of the receiver's parcels are still on
  // their way.
  expect([await consented(), await placed()]).toEqual([1, 1]);
  for (const { id } of [wants, refuses])
    await db.update(bookings).set({ receiverPhone: "+2348035559999" }).where(eq(bookings.id, id));
  expect([await consented(), await placed()]).toEqual([0, 0]);
  const left = await db.execute<{ n: number }>(sql`select count(*)::int as n from receiver_messages m
    join bookings b on b.id = m.booking_id where b.receiver_phone = ${NOT_STORED} and m.text is not null`);
  expect(left.rows[0]!.n).toBe(0);
});
