/**
 * Plays a carrier's day on the road. Receivers open their links, choose, pay, deny and complain. At the end of the day,
 * SQL counts everything again.
 */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { findExceptions } from "../../app/care/exceptions/find-exceptions.server.ts";
import { decideClaim } from "../../app/care/claims/decide-claim.server.ts";
import { payIn } from "../../app/money/cash/count-cash.server.ts";
import { newestEntryId } from "../../app/money/settlements/newest-entry.server.ts";
import { payOut } from "../../app/money/settlements/payouts.server.ts";
import { readPayee } from "../../app/money/settlements/statement.server.ts";
import { cashAccounts, claims, exceptions, payees } from "../../app/platform/db/schema.ts";
import { AnswerDay, key, must, type Parcel } from "../fixtures/answer-day.ts";
import { answerInTheEvening, chooseBefore } from "../fixtures/answer-acts.ts";
import { PARTS } from "../fixtures/answer-parts.ts";
import { doors, loadTuesday, wednesday } from "../fixtures/answer-runs.ts";
import {
  brokenChoices,
  choicesTaken,
  deniedBy,
  holders,
  messageFacts,
  settlementFacts,
} from "../fixtures/answer-recount.ts";
import { openTestApp } from "../fixtures/app.ts";
import { ledgerDifferences } from "../fixtures/cash-recount.ts";
import { note, roadSeeds } from "../fixtures/long.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { chooseMessages } from "../fixtures/receiver-messages.ts";
import { openPost } from "../fixtures/receivers-post.ts";
import { recountRoad } from "../fixtures/road.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const SHORT_KOBO = 200_000;
const SEEDS = roadSeeds(0, 40);
/**
 * The number of seeds with a large day: it has eight parcels for each part of answer-parts.ts. The day of each later
 * seed has one parcel for each part.
 */
const LARGE_DAYS = 5;

const opened = await openPost();
const provider = await closedAfterAll(startTestPaystack());
const KIND_OF: Record<string, string> = {
  "choose-day": "day",
  "choose-hold": "hold",
  "announce-refusal": "refuse",
  "name-person": "person",
  "give-landmark": "landmark",
  "note-to-rider": "note",
};

/** Riders hand in their cash, and one of them is short. Each payee is then paid the amount that may be paid out. */
async function handInAndPayOut(day: AnswerDay): Promise<void> {
  const { services } = day.app;
  const { db } = services;
  const open = await db.select().from(cashAccounts).where(eq(cashAccounts.holderKind, "rider"));
  const short = open.find(({ balanceKobo }) => balanceKobo > SHORT_KOBO)!.holderId;
  for (const { holderId: id, balanceKobo, lastEntry: seen } of open) {
    const given = balanceKobo - (id === short ? SHORT_KOBO : 0);
    const hub = day.hubId(day.riders.find((rider) => rider.id === id)!.hub);
    const fields = { kind: "rider", id, hub, coins: String(given / 100), whole: "all", seen: String(seen) };
    must(await payIn.receive(services, day.boss, fields, key()));
  }
  for (const { id } of await db.select().from(payees)) {
    const payee = (await readPayee(db, id))!;
    const amount = payee.payableKobo;
    // A payout of a larger amount is refused, because it would include frozen money or cash that riders still hold.
    const seen = { id, seen: await newestEntryId(db, id), accountSince: payee.accountSince!.toISOString() };
    const more = await payOut(services, day.boss, { ...seen, amount: amount + 100, reference: key() }, key());
    expect(more.ok).toBe(false);
    if (amount > 0) must(await payOut(services, day.boss, { ...seen, amount, reference: key() }, key()));
  }
}

async function decideClaims(day: AnswerDay): Promise<void> {
  const { services } = day.app;
  for (const { id } of day.of("not_received")) {
    const [claim] = await services.db.select().from(claims).where(eq(claims.bookingId, id));
    const decision = { outcome: "refused", decision: "The gateman signed for it." } as const;
    const fields = { id: claim!.id, version: claim!.version, ...decision, granted: 0 };
    must(await decideClaim(services, day.desk, fields, key()));
  }
}

/**
 * Plays the days of the carrier from Monday to Thursday. Returns the limit on the cost of messages, and the numbers of
 * messages that went to receivers who must get none.
 */
async function live(day: AnswerDay, size: number) {
  const { post, app } = day;
  const { services } = app;
  await day.prepare(size);
  await day.collect();
  await chooseBefore(day);
  await post.settle();
  await post.report();
  const off = day.of("switches_off", "sender_switches_off", "expects_nothing");
  const toldBefore = off.map((one) => post.wordsTo(one).length);
  await loadTuesday(day);
  await post.settle();
  await post.report(4);
  day.at(1, "10:00");
  // A receiver whose message is not reported as delivered gets it by the next channel.
  await post.settle();
  for (const rider of day.riders) await doors(day, rider, 1);
  await post.settle();
  await post.report();
  const { spent } = await messageFacts(services.db);
  const ceiling = spent + 3000;
  await chooseMessages(services, { messageCeilingKobo: ceiling });
  await answerInTheEvening(day);
  await post.settle();
  await wednesday(day);
  await post.settle();
  const late = await Promise.all(
    day.of("says_too_late").map(({ receiver }) => receiver.opens("not-received")),
  );
  day.at(3, "18:00");
  for (const say of late) expect((await say()).status).toBe(409);
  await findExceptions(services);
  await decideClaims(day);
  await post.settle();
  await handInAndPayOut(day);
  return { ceiling, told: off.map((one, n) => post.wordsTo(one).length - toldBefore[n]!) };
}

const positionOf = ({ code, where }: Parcel) => `${code} ${where.kind} ${where.id ?? ""}`;

async function expectWhole(
  day: AnswerDay,
  { ceiling, told }: Awaited<ReturnType<typeof live>>,
): Promise<void> {
  const { app, parcels, riders, post } = day;
  const { db } = app.services;
  // Each parcel is where `AnswerDay` recorded it, both by the ledger of custody and by the stored holder.
  expect(await recountRoad(app)).toEqual([]);
  expect(await holders(db)).toEqual(parcels.map(positionOf).toSorted());
  // Each choice was accepted or refused with a reason, and the carrier kept each accepted choice.
  expect(await brokenChoices(db)).toEqual([]);
  const tried = parcels.flatMap(({ code, receiver }) =>
    receiver.tried.map((one) => ({ code, ...one, kind: KIND_OF[one.intent] })),
  );
  const taken = tried.filter(({ kind, status }) => kind && status === 302);
  expect(await choicesTaken(db)).toEqual(taken.map(({ code, kind }) => `${code} ${kind}`).toSorted());
  for (const { status, why } of tried.filter((one) => one.status !== 302))
    expect([status, why]).toEqual([409, expect.stringMatching(/already|48 hours|too late/i)]);
  // The office counts for each rider the attempts that receivers deny.
  const denied = Object.fromEntries(riders.flatMap(({ id, denied: n }) => (n > 0 ? [[id, n]] : [])));
  expect(await deniedBy(db)).toEqual(denied);
  const office = await app.admin("dispatcher", `office-${key()}@ona.test`);
  for (const rider of riders)
    expect((await office.ask(`/admin/riders/${rider.id}`)).text).toMatch(
      new RegExp(`Denied by receivers</dt><dd[^>]*>${rider.denied}<`),
    );
  // All money that changed hands is in the ledgers of riders and hubs; frozen money was not paid out.
  expect(await ledgerDifferences(app)).toEqual([]);
  const { cash, frozen, payees: settled } = await settlementFacts(db);
  const takenKobo = riders.reduce((sum, { at }) => sum + at.takenKobo, 0);
  expect(cash).toEqual({ collected: takenKobo, balances: takenKobo, off: takenKobo });
  expect(frozen).toEqual(
    day
      .of("not_received_open")
      .map(({ code }) => code)
      .toSorted(),
  );
  for (const { owed, kept } of settled) expect(owed).toBe(kept);
  expect(settled.reduce((sum, { out }) => sum + out, 0)).toBeGreaterThan(0);
  const unanswered = await db.$count(
    exceptions,
    and(eq(exceptions.kind, "refused_ahead"), isNull(exceptions.closedAt)),
  );
  const silent = parcels.filter(
    ({ receiver, sender }) =>
      receiver.tried.findLast(({ intent }) => /choose-|announce|take-back/.test(intent))?.intent ===
        "announce-refusal" && sender.tried.every(({ intent }) => intent !== "decide"),
  );
  expect(unanswered).toBe(silent.filter(({ where }) => where.kind === "hub").length);
  // The costs of single messages add up to the stored cost of the months. No stored text contains a PIN, and no message
  // waits.
  const { spent, priced, pins, unsent } = await messageFacts(db);
  expect({ priced, pins, unsent }).toEqual({ priced: spent, pins: 0, unsent: 0 });
  expect(spent).toBeLessThanOrEqual(ceiling);
  expect(told.filter((n) => n > 0)).toEqual([]);
  const said = parcels.flatMap((one) => post.wordsTo(one));
  expect(said.filter((words) => /PIN \d{4}/.test(words)).length).toBeGreaterThan(0);
}

test(
  "[CHOICE-2] [CHOICE-5] [CLAIM-3] [TELL-6] [TELL-8] a day whose receivers answer: each parcel is where custody says, cash and settlements agree, every choice was kept or refused with a reason",
  { timeout: 3 * 3_600_000 },
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const begun = performance.now();
      const app = await openTestApp({ ...opened.options, limitsFactor: 100_000, paystack: provider.access });
      const day = new AnswerDay({ app, posted: opened, provider }, seed);
      try {
        const size = (seed <= LARGE_DAYS ? 8 : 1) * PARTS.length;
        await expectWhole(day, await live(day, size));
      } finally {
        await app.close();
      }
      note("a day of the road whose receivers answer", {
        seeds: seed,
        parcels: day.parcels.length,
        seconds: Math.round((performance.now() - begun) / 1000),
      });
    }
  },
);
