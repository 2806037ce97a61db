/** STATUS-3: two members of staff change one row at one moment, repeatedly: one succeeds, the other is refused. */
import { rmSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOrStartEmbedded } from "../../server/postgres/embedded-postgres.ts";
import { bookingForm } from "../fixtures/consistency-audit.ts";
import { note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, type Product, signIn, startProduct } from "../fixtures/product.ts";

const dataDir = newDataDir();
let product: Product;
let client: pg.Client;
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  const { connectionString } = await connectOrStartEmbedded({ dataDir, log: () => {} });
  client = new pg.Client({ connectionString });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await product?.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

test("no change is lost and none overwrites what it did not see", { timeout: 180_000 }, async () => {
  const rounds = times(100, 1000);
  await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
  const { rows } = await client.query<{ id: string }>("select id from bookings");
  const id = rows[0]!.id;
  const staff = [await signIn(product.origin), await signIn(product.origin)];
  const wanted: string[] = [];
  let conflicts = 0;
  for (let version = 1; version <= rounds; version++) {
    const pair = version % 2 ? ["in_transit", "failed"] : ["delivered", "pending"];
    const replies = await Promise.all(
      staff.map((cookie, i) =>
        ask(product.origin, "/admin/bookings", {
          cookie,
          form: {
            id,
            version: String(version),
            status: pair[i]!,
            note: `round ${version}`,
            reason: "weather",
          },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    conflicts += replies.filter(({ status }) => status === 409).length;
    wanted.push(pair[replies.findIndex(({ status }) => status === 200)]!);
  }
  const { rows: after } = await client.query<{ status: string; version: number }>(
    "select status, version from bookings",
  );
  expect(after).toEqual([{ status: wanted.at(-1), version: rounds + 1 }]);
  const { rows: events } = await client.query<{ to_status: string }>(
    "select to_status from booking_events order by id",
  );
  expect(events.slice(1).map((event) => event.to_status)).toEqual(wanted);
  const { rows: logged } = await client.query<{ n: number }>(
    "select count(*)::int as n from activity_logs where action = 'update_booking'",
  );
  expect(logged[0]!.n).toBe(rounds);
  note("j. Two staff on one row", {
    rounds,
    "changes notified": wanted.length,
    "notified of the other's": conflicts,
    "lost updates": rounds - (events.length - 1),
  });
});
