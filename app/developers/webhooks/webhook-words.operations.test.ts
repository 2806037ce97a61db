/** HOOK-2: SQL in the database writes the bodies of webhook messages. Their words must be those in the code. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { EVENT_KINDS } from "../../domain/event-kinds.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import type { WebhookEvent } from "../../domain/webhooks.ts";
import { publicTextOf } from "../endpoints/words-of-event.ts";
import { messageOf } from "./webhook-schemas.ts";

const { db } = await fileServices();

test("[HOOK-2] the words of each kind, reason and status are those of the API; a change of one needs a migration", async () => {
  for (const toStatus of BOOKING_STATUSES)
    for (const kind of EVENT_KINDS)
      for (const reason of [null, ...FAILURE_REASONS]) {
        const { rows } = await db.execute<{ words: string }>(
          sql`select webhook_words(${kind}, ${reason}, ${toStatus}) as words`,
        );
        expect([kind, reason, toStatus, rows[0]!.words]).toEqual([
          ...[kind, reason, toStatus, publicTextOf({ kind, reason, toStatus })],
        ]);
      }
});

test("[HOOK-2] a body has codes, words and days, and money where it is about money", async () => {
  const facts = {
    ...{ code: "OD12345678NG", reference: null, sequence: 3, event: 7, kind: "attempted", piece: 2 },
    ...{ from: "in_transit", to: "failed", reason: "nobody_home", promised: "2026-11-22T23:30:00Z" },
    ...{ priceKobo: 125_000, paidKobo: null },
    ...{ occurredAt: "2026-11-21T11:00:00+01:00", receivedAt: "2026-11-21T10:00:00.5Z" },
  };
  const bodyOf = async (kind: string, told: object) => {
    const { rows } = await db.execute<{ body: string }>(
      sql`select webhook_body(${kind}, ${JSON.stringify(told)}::jsonb) as body`,
    );
    const body = JSON.parse(rows[0]!.body) as { data: object };
    // The body must also fit the schema in the API document.
    expect(messageOf(kind as WebhookEvent).safeParse(body).error).toBeUndefined();
    return body;
  };
  expect(await bodyOf("booking.status_changed", facts)).toEqual({
    type: "booking.status_changed",
    timestamp: "2026-11-21T10:00:00.500Z",
    data: {
      ...{ code: "OD12345678NG", reference: null, sequence: 3 },
      event: { id: 7, kind: "attempted", piece: 2, text: "Nobody was home to receive the parcel." },
      ...{ status: "failed", previous_status: "in_transit", promised_day: "2026-11-23" },
      reason: { code: "nobody_home", text: "Nobody was home to receive the parcel." },
      occurred_at: "2026-11-21T10:00:00.000Z",
      received_at: "2026-11-21T10:00:00.500Z",
    },
  });
  const naira = { amount: 125_000, currency: "NGN" };
  expect((await bodyOf("booking.price_set", facts)).data).toMatchObject({ price: naira });
  expect((await bodyOf("payment.recorded", facts)).data).toMatchObject({ paid: null });
  expect(await bodyOf("settlement.paid", { entry: 5, kobo: 125_000, at: facts.receivedAt })).toEqual({
    ...{ type: "settlement.paid", timestamp: "2026-11-21T10:00:00.500Z", data: { id: 5, amount: naira } },
  });
});
