/**
 * HOOK-2, HOOK-4: the product is killed repeatedly while it sends webhooks. No message is lost, and each has the same
 * body in every attempt.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { webhookMessages } from "../../app/platform/db/schema.ts";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { insertKey } from "../fixtures/api.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { note, times } from "../fixtures/long.ts";
import { envOn, startProduct } from "../fixtures/product.ts";
import { randomFrom } from "../fixtures/random.ts";

const KILLS = times(5, 50);
/**
 * The number of endpoints. Each booking sends two messages to each endpoint. Several endpoints make enough messages,
 * although there is only one booking for each kill: a new owner may book only 50 parcels a day.
 */
const ENDPOINTS = 3;

test(
  "[HOOK-2] [HOOK-4] killed while it sends: each message arrives, always with the same body",
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const bodies = new Map<string, Set<string>>();
    let answers = 0;
    // The receiver answers late and sometimes fails, so that a kill finds messages in every state.
    const receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const id = String(request.headers["webhook-id"]);
        bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
        const status = answers++ % 5 === 4 ? 500 : 204;
        setTimeout(() => response.writeHead(status).end(), 20 + (answers % 7) * 30);
      });
    });
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    afterTest(() => receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const database = await openTestDatabase();
    afterTest(() => database.drop());
    const key = await insertKey(database.connectionString, "live");
    const env = {
      ...(await envOn(database.connectionString, ownDataDir())),
      WEBHOOKS_LOOPBACK: "1",
    };
    const { db, close } = openDatabase(database.connectionString, () => {}, { max: 2 });
    afterTest(close);
    const post = (origin: string, path: string, body: object) =>
      fetch(`${origin}/api/v1${path}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
    const random = randomFrom(7);
    for (let kill = 0; kill < KILLS; kill++) {
      const product = await startProduct(env);
      afterTest(() => product.end("SIGKILL"));
      const hook = { url, events: ["booking.created", "booking.event_added"] };
      for (let n = 0; kill === 0 && n < ENDPOINTS; n++)
        expect((await post(product.origin, "/webhook_endpoints", hook)).status).toBe(201);
      const order = { ...NEW_BOOKING_EXAMPLE, reference: `kill-${kill}` };
      expect((await post(product.origin, "/bookings", order)).status).toBe(201);
      await sleep(random(250));
      await product.end("SIGKILL");
    }
    // A message that was being sent when the process was killed is due again after a minute. The test makes it due now.
    const last = await startProduct(env);
    afterTest(() => last.end("SIGTERM"));
    const open = async () => {
      const rows = await db.select().from(webhookMessages);
      const waiting = rows.filter(({ deliveredAt }) => deliveredAt === null);
      if (waiting.length > 0)
        await db
          .update(webhookMessages)
          .set({ nextTryAt: new Date(0) })
          .where(isNull(webhookMessages.deliveredAt));
      return [rows.length >= KILLS * ENDPOINTS * 2, waiting.length];
    };
    await expect.poll(open, { timeout: 120_000, interval: 2000 }).toEqual([true, 0]);
    const all = await db.select({ id: webhookMessages.id, body: webhookMessages.body }).from(webhookMessages);
    for (const { id, body } of all) expect([id, [...(bodies.get(id) ?? [])]]).toEqual([id, [body]]);
    expect([...bodies.keys()].filter((id) => !all.some((one) => one.id === id))).toEqual([]);
    note("Webhooks under kills", { kills: KILLS, messages: all.length, requests: answers });
  },
);
