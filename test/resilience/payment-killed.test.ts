/**
 * ONLINE-2: a payer has paid, and the product is killed after the provider's message arrived and before the payment is
 * committed.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingCharges, bookings, onlinePayments, payments } from "../../app/platform/db/schema.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { receiptPath } from "../../app/money/payments/receipt.server.ts";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { bookAt } from "../fixtures/consistency-audit.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { ask, envOn, startProduct } from "../fixtures/product.ts";

test(
  "killed while it asks the provider: the payment is recorded once after the next start",
  {
    timeout: 90_000,
  },
  async () => {
    const provider = await startTestPaystack();
    afterTest(() => provider.close());
    const database = await openTestDatabase();
    afterTest(() => database.drop());
    const env = {
      ...(await envOn(database.connectionString, ownDataDir())),
      PAYSTACK_SECRET_KEY: provider.access.secretKey,
      PAYSTACK_URL: provider.access.url,
    };
    const first = await startProduct(env);
    afterTest(() => first.end("SIGKILL"));
    const { db, close } = openDatabase(database.connectionString, () => {}, { max: 2 });
    afterTest(close);

    const code = (await bookAt(first.origin))!;
    const [booking] = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    const lines = [{ kind: "carriage" as const, label: "Delivery", kobo: 500_000 }];
    const charge = { bookingId: booking!.id, lines, totalKobo: 500_000, byName: "Uche", at: new Date() };
    await db.insert(bookingCharges).values({ ...charge, kind: "set" });
    const receipt = receiptPath({ secret: env.APP_SECRET }, code);
    const started = await ask(first.origin, receipt, { form: { intent: "pay" } });
    expect(started.location).toContain("/checkout/");

    const transaction = provider.newest();
    transaction.status = "success";
    provider.behave("hanging");
    const { raw, headers } = provider.message(transaction.reference);
    const told = await fetch(`${first.origin}/webhooks/paystack`, { method: "POST", body: raw, headers });
    expect(told.status).toBe(200);
    const asked = () => provider.calls.some((call) => call.endsWith(transaction.reference));
    await expect.poll(asked, { timeout: 10_000 }).toBe(true);
    await first.end("SIGKILL");
    expect(await db.select().from(payments)).toEqual([]);

    provider.behave("well");
    // The killed process had reserved the payment for half a minute: the test lets this time pass at once.
    await db.update(onlinePayments).set({ nextCheckAt: sql`now()` });
    const next = await startProduct(env);
    afterTest(() => next.end("SIGTERM"));
    const paid = async () => (await db.select().from(payments)).map(({ kobo, method }) => ({ kobo, method }));
    await expect.poll(paid, { timeout: 20_000 }).toEqual([{ kobo: 500_000, method: "online" }]);
    // The provider received no response to its message, so it sends the message again.
    await fetch(`${next.origin}/webhooks/paystack`, { method: "POST", body: raw, headers });
    expect(await paid()).toHaveLength(1);
  },
);
