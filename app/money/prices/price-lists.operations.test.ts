/** Drafts of price lists, publishing, and the cached list of a process, on a real database. */
import { randomUUID } from "node:crypto";
import { eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { LONG, times } from "../../../test/fixtures/long.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asSuperAdmin } from "../../access/actors.server.ts";
import { activityLogs, bookingBalances, priceLists } from "../../platform/db/schema.ts";
import type { Result } from "../../platform/http/result.ts";
import { savePart } from "./change-draft.server.ts";
import { chargesOf } from "./charges.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import type { PriceList } from "./price-list.ts";
import { createDraft, nextVersion, readPriceList } from "./price-lists.server.ts";
import { priceFormValues } from "./prices-form.ts";
import { publishDraft } from "./publish-list.server.ts";

const { opened } = await fileServices();
const person = { id: randomUUID(), email: "super@ona.test", fullName: "Uche Super" };
const nothing = { firstName: null, lastName: null, phone: null, address: null, referralCode: null };
const admin = asSuperAdmin({
  ip: "127.0.0.1",
  sessionHash: null,
  person: { ...person, ...nothing },
  staff: { memberId: randomUUID(), role: "super_admin" },
})!;

const newDraft = () => createDraft(opened.services, admin, {}, randomUUID());

/** Stores a draft whose list has no rounding. The form cannot make such a list. */
async function draft(list: PriceList): Promise<{ id: string; revision: number }> {
  const made = await newDraft();
  if (!made.ok) throw new Error("no draft");
  await opened.services.db.update(priceLists).set({ document: list }).where(eq(priceLists.id, made.id));
  return { id: made.id, revision: 1 };
}

const publish = async (seen: { id: string; revision: number }, validFrom: string, version?: number) =>
  publishDraft(
    opened.services,
    admin,
    { ...seen, validFrom, version: version ?? (await nextVersion(opened.services.db)) },
    randomUUID(),
  );

const errorOf = (result: Result) => (result.ok ? null : Object.values(result.errors).join());

/** A list that can be recognised by its surcharge for remote states. */
const priced = (kobo: number): PriceList => ({
  ...SAMPLE_PRICES,
  remote: { ...SAMPLE_PRICES.remote, kobo },
});

const save = ({ id, revision }: { id: string; revision: number }, kobo: number, key: string) =>
  savePart(
    opened.services,
    admin,
    { ...priceFormValues(priced(kobo)), part: "remote", id, revision: String(revision) },
    key,
  );

async function untilVersion(version: number) {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const current = await currentPrices(opened.services);
    if (current?.version === version) return current;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`version ${version} does not count`);
}

test("[PRICE-3] none counts before one is published; a start in the past or more than a year ahead and a list with holes are refused", async () => {
  expect(await currentPrices(opened.services)).toBeNull();
  const made = await newDraft();
  if (!made.ok) throw new Error("no draft");
  const seen = { id: made.id, revision: 1 };
  expect(errorOf(await publish(seen, "2026-11-20"))).toContain("in the past");
  expect(errorOf(await publish(seen, "2027-11-23"))).toContain("more than a year ahead");
  expect(errorOf(await publish(seen, "2027-11-22"))).toContain("Zone A");
  expect(errorOf(await publish(seen, "2026-11-21"))).toContain("Zone A (Same state): Standard has no price.");
  expect(await currentPrices(opened.services)).toBeNull();
});

test("[PRICE-3] of two who publish at once the second gets a conflict; every process gets the list by NOTIFY", async () => {
  const [one, other] = [await draft(priced(1)), await draft(priced(2))];
  const results = await Promise.all([publish(one, "2026-11-21", 1), publish(other, "2026-11-21", 1)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.map(errorOf).join()).toContain("Version 1 was published first");
  await untilVersion(1);
  const second = await newDraft();
  expect(second.ok && (await readPriceList(opened.services.db, second.id))?.basedOn).toBe(1);
});

test("[PRICE-3] a list counts from midnight in Lagos on, and for a day the highest version counts", async () => {
  const { services, clock } = opened;
  expect(await publish(await draft(priced(3)), "2026-12-01")).toEqual({ ok: true });
  expect(await publish(await draft(priced(4)), "2026-11-21")).toEqual({ ok: true });
  await untilVersion(3);
  const at = clock.now();
  const version = async (iso: string) => (await currentPrices(services, new Date(iso)))?.version;
  expect(await version("2026-11-30T22:59:59.999Z")).toBe(3);
  expect(await version("2026-11-30T23:00:00.000Z")).toBe(2);
  clock.set(new Date("2026-11-30T23:00:00.000Z"));
  expect((await currentPrices(services))?.list.remote.kobo).toBe(3);
  clock.set(at);
});

const atOnce =
  "[PRICE-3] [PRICE-6] published while 16 clients book: each booking carries exactly one version, with its lines and its total";
test(atOnce, { timeout: LONG ? 300_000 : 60_000 }, async () => {
  const { services } = opened;
  // Each list can be recognised by two lines of a quote: the delivery, and the surcharge for the remote state Kano.
  const marked = (mark: number): PriceList => {
    const rate = {
      kind: "steps",
      firstGrams: 100_000,
      firstKobo: mark * 1000,
      stepGrams: 500,
      stepKobo: 0,
    } as const;
    const rates = Object.fromEntries(
      SAMPLE_PRICES.zones.map(({ id }) => [id, { standard: { ...rate, maxGrams: 100_000 } }]),
    );
    return { ...SAMPLE_PRICES, rates, remote: { states: ["Kano"], kobo: mark }, roundUpToKobo: 0 };
  };
  const first = await nextVersion(services.db);
  const last = first + times(4, 40);
  const publishMarked = async (version: number) => {
    expect(await publish(await draft(marked(version)), "2026-11-21", version)).toEqual({ ok: true });
  };
  await publishMarked(first);
  await untilVersion(first);
  let publishing = true;
  const clients = Array.from({ length: 16 }, async () => {
    const booked: string[] = [];
    while (publishing) booked.push((await bookOne(opened)).id);
    booked.push((await bookOne(opened)).id);
    return booked;
  });
  for (let version = first + 1; version <= last; version++) await publishMarked(version);
  await untilVersion(last);
  publishing = false;
  const seen = new Set<number>();
  for (const booked of await Promise.all(clients)) {
    const versions: number[] = [];
    for (const id of booked) {
      const charges = await chargesOf(services.db, id);
      expect(charges).toHaveLength(1);
      const [{ priceListVersion: version, lines, totalKobo }] = charges as [(typeof charges)[0]];
      const vat = Math.floor((version! * 1001 * 75 + 500) / 1000);
      expect(lines.map(({ kobo }) => kobo)).toEqual([version! * 1000, version, vat]);
      expect(totalKobo).toBe(version! * 1001 + vat);
      const [kept] = await services.db
        .select()
        .from(bookingBalances)
        .where(eq(bookingBalances.bookingId, id));
      expect(kept?.priceKobo).toBe(totalKobo);
      versions.push(version!);
    }
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(versions.at(-1)).toBe(last);
    for (const version of versions) seen.add(version);
  }
  expect(seen.size).toBeGreaterThan(2);
});

test("[PRICE-3] a published list is never changed: not by an operation, not in the database", async () => {
  const { services } = opened;
  const rows = await services.db.select().from(priceLists);
  const published = rows.find(({ version }) => version === 1)!;
  const changed = await save(published, 9, randomUUID());
  expect(errorOf(changed)).toContain("was published as version 1 and stays as it is");
  for (const statement of [
    sql`update price_lists set document = '{}' where version = 1`,
    sql`delete from price_lists where version = 1`,
    sql`truncate price_lists`,
  ])
    await expect(services.db.execute(statement)).rejects.toMatchObject({ cause: { code: "23001" } });
});

test("[PRICE-4] a draft that somebody changed meanwhile is not overwritten; the same form twice counts once", async () => {
  const { services } = opened;
  const seen = await draft(priced(5));
  const key = randomUUID();
  expect(await save(seen, 6, key)).toEqual({ ok: true });
  expect(await save(seen, 6, key)).toEqual({ ok: true });
  expect(await save(seen, 7, key)).toMatchObject({ code: "conflict", reason: "sent_before" });
  expect(await save(seen, 7, randomUUID())).toMatchObject({ code: "conflict", reason: "draft_changed" });
  const row = await readPriceList(services.db, seen.id);
  expect([row?.list.remote.kobo, row?.revision]).toEqual([6, 2]);
});

test("[PRICE-11] the first draft rounds up to ₦50; a copy keeps what its list says, and has ₦50 where that says nothing", async () => {
  const { services } = opened;
  const copied = async () => {
    const made = await newDraft();
    return made.ok ? (await readPriceList(services.db, made.id))?.list.roundUpToKobo : null;
  };
  const [first] = await services.db
    .select({ document: priceLists.document })
    .from(priceLists)
    .where(isNull(priceLists.basedOn))
    .orderBy(priceLists.createdAt);
  expect(first?.document).toMatchObject({ roundUpToKobo: 5000 });
  const published = async (list: PriceList) => {
    const version = await nextVersion(services.db);
    expect(await publish(await draft(list), "2026-11-21", version)).toEqual({ ok: true });
    return (await untilVersion(version)).list;
  };
  const { roundUpToKobo: _, ...before } = SAMPLE_PRICES;
  expect((await published(before)).roundUpToKobo).toBeUndefined();
  expect(await copied()).toBe(5000);
  expect((await published({ ...SAMPLE_PRICES, roundUpToKobo: 0 })).roundUpToKobo).toBe(0);
  expect(await copied()).toBe(0);
});

test("[PRICE-4] every step is in the activity log", async () => {
  const rows = await opened.services.db.select().from(activityLogs);
  const actions = new Set(rows.map(({ action }) => action));
  expect(actions).toEqual(new Set(["update_prices", "publish_prices"]));
  expect(rows.map(({ description }) => description)).toContain(
    "Published price list 1, valid from Nov 21, 2026",
  );
});
