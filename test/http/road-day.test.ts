/**
 * A day of a carrier at the screens of the office: runs are planned on the board, pieces are loaded and received by
 * scans, and the results of stops are entered on the pages of runs.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { pieceCode } from "../../app/domain/piece-code.ts";
import { bookings, pieces } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { ledgerDifferences } from "../fixtures/cash-recount.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { LONG, note } from "../fixtures/long.ts";
import { recountRoad } from "../fixtures/road.ts";
import { RoadDay, SHORT_DAY, WHOLE_DAY, type Receive, type Send } from "../fixtures/road-day.ts";
import { countsOf } from "../fixtures/road-end.ts";
import { SAW_ALL } from "../fixtures/saw-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { db } = app.services;
let clerks = 0;
let clerk = await app.admin("dispatcher");

/** The code that is printed on the label of a piece. */
async function codeOf(pieceId: string): Promise<string> {
  const [row] = await db
    .select({ code: bookings.trackingCode, number: pieces.number, of: bookings.pieces })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(eq(pieces.id, pieceId));
  return pieceCode(row!.code, row!.number, row!.of);
}

/** Posts a form of the office. The clerk signs in again if half an hour without a request has ended the session. */
async function post(path: string, form: Record<string, string>, key: string): Promise<void> {
  const ask = () => clerk.ask(path, { form: { ...form, idempotencyKey: key } });
  let answer = await ask();
  if (answer.location?.startsWith("/admin/login")) {
    clerk = await app.admin("dispatcher", `clerk-${++clerks}@ona.test`);
    answer = await ask();
  }
  const { status, text } = answer;
  if (status >= 400)
    throw new Error(`${path} ${form["intent"] ?? form["mode"]} answered ${status}: ${text.slice(-600)}`);
}

/** By operation, the value of the button on a run's page that runs the operation. */
const BUTTONS: Record<string, string> = {
  "runs.count_pickup": "picked_up",
  "runs.load_code": "load",
  "runs.seal": "seal",
  "runs.out": "out",
  "runs.returned": "returned",
  "runs.reconcile": "reconcile",
  "runs.delivered": "delivered",
  "runs.attempted": "attempted",
};
const tickedIn = (fields: Record<string, string>) =>
  Object.keys(fields).flatMap((name) => (name.startsWith("piece:") ? name.slice(6) : []));

const send: Send = async ({ operationName: name }, fields, key) => {
  const run = fields["run"]!;
  const ids = tickedIn(fields);
  if (name === "runs.assign") return post("/admin/runs", { ...fields, intent: "assign" }, key);
  if (name === "runs.load") {
    for (const id of ids)
      await post("/admin/scan", { mode: "load", run, code: await codeOf(id) }, crypto.randomUUID());
    return undefined;
  }
  return post(`/admin/runs/${run}`, { ...SAW_ALL, ...fields, intent: BUTTONS[name]! }, key);
};
const receive: Receive = async (hub, pieceId, agedMs, key) => {
  const code = await codeOf(pieceId);
  return post("/admin/scan", { mode: "receive", hub, code, agedMs: String(agedMs) }, key);
};

/** `npm run test:long` plays a day in the size that a carrier with two hubs has. */
const SIZE = LONG ? WHOLE_DAY : SHORT_DAY;

test("[TRIP-5] [TRIP-8] [TRIP-10] a day at the screens, told in any order and twice, has one holder for each piece and a name for each difference", async () => {
  const begun = performance.now();
  await new RoadDay(app, SIZE, { shuffled: true, doubled: true, seed: 7 }, send, receive).run();
  expect(await recountRoad(app)).toEqual([]);
  expect(await ledgerDifferences(app)).toEqual([]);
  const { pieces: count, missing, named, extra, open } = await countsOf(app);
  const wanted = { count: SIZE.bookings + SIZE.second, open: 0, named: missing, extra: SIZE.extra };
  expect({ count, open, named, extra }).toEqual(wanted);
  expect(missing).toBeGreaterThanOrEqual(SIZE.missing);
  if (LONG)
    note("a day of the road at its screens", {
      pieces: count!,
      seconds: Math.round((performance.now() - begun) / 1000),
    });
}, 900_000);
