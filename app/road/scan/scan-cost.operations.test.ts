/** SCAN-3: the cost of a scan, in statements of the database. */
import pg from "pg";
import { expect, test, vi } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { piecesOf, receiveAt } from "../../../test/fixtures/road.ts";
import { key, openRoadScans } from "../../../test/fixtures/road-scans.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { scanParcel } from "./scan-parcel.server.ts";

// The spy must exist before the pool opens its first connection.
const statements = vi.spyOn(pg.Client.prototype, "query");
const { opened, services, desk, IKJ, KAN, receive, sendOut, linehaul } = await openRoadScans();

/**
 * The number of statements in the operation's transaction. Statements on other connections are not counted, because
 * mail jobs may run at the same time.
 */
function ofTransaction(from: number): number {
  const { calls, contexts } = statements.mock;
  const all = calls.slice(from).map(([query], n) => {
    const asked = query as string | { text: string };
    return { text: typeof asked === "string" ? asked : asked.text, client: contexts[from + n] };
  });
  const { client } = all.find(({ text }) => text.startsWith('insert into "idempotency_keys"'))!;
  const own = all.filter((one) => one.client === client).map(({ text }) => text);
  return own.indexOf("commit") - own.lastIndexOf("begin", own.indexOf("commit")) + 1;
}

test("[SCAN-3] receiving asks the database at most half as much again as a scan of a status", async () => {
  // The hubs are read into the cache first. In production the scan page has done this before the first scan.
  await activeHubs(services);
  const asked = async (
    work: (code: string) => Promise<unknown>,
    prepared: (code: string, id: string) => Promise<unknown>,
  ) => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { trackingCode: code, id } = await bookOne(opened);
      await prepared(code, id);
      const before = statements.mock.calls.length;
      await work(code);
      counts.push(ofTransaction(before));
    }
    return Math.min(...counts);
  };
  const status = await asked(
    (code) =>
      scanParcel(services, desk, { code, status: "in_transit", reason: null, note: "", agedMs: 0 }, key()),
    async () => {},
  );
  const brought = await asked(
    (code) => receive(code, IKJ),
    async () => {},
  );
  const byBus = await asked(
    (code) => receive(code, KAN),
    async (_, id) => {
      const ids = (await piecesOf(opened, id)).map((piece) => piece.id);
      await receiveAt(opened, desk, IKJ.id, ids);
      await sendOut(await linehaul(IKJ, KAN), ids);
    },
  );
  expect(brought).toBeLessThanOrEqual(1.5 * status);
  expect(byBus).toBeLessThanOrEqual(1.5 * status);
});
