/** TELL-5: stores delivery reports of providers. A report may arrive at any time and more than once. */
import { and, desc, eq, inArray } from "drizzle-orm";
import { setTimeout as sleep } from "node:timers/promises";
import type { PhoneChannel } from "../../domain/receiver-messages.ts";
import { endAbout } from "../../notifications/end-about.server.ts";
import { bookings, receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { DeliveryReport } from "../../platform/phone-channels/phone-channels.ts";
import type { Services } from "../../platform/services.server.ts";
import { failMessage, messageTopics } from "./pass-on.server.ts";
import { correctSpending } from "./spend.server.ts";

/**
 * A report may arrive before the id of its message is stored. Such a report is tried again after these pauses, in
 * milliseconds.
 */
const LOOK_AGAIN_MS = [0, 300, 1500];

/**
 * Stores delivery reports one after another, so that reports about the same message keep their order. 'Delivered' is
 * final: later reports do not change it. Reports about unknown messages are tried again after pauses. Returns the
 * reports whose message is still unknown then.
 */
export async function noteReports(
  services: Services,
  channel: PhoneChannel,
  reports: readonly DeliveryReport[],
): Promise<readonly DeliveryReport[]> {
  let unknown = reports;
  for (const ms of LOOK_AGAIN_MS) {
    if (unknown.length === 0) break;
    if (ms > 0) await sleep(ms);
    const known = await knownIds(services, channel, unknown);
    for (const report of withoutRepeats(unknown.filter(({ id }) => known.has(id)))) {
      const code = await noteOnce(services, channel, report);
      if (code !== null) services.live.publish(...messageTopics(code));
    }
    unknown = unknown.filter(({ id }) => !known.has(id));
  }
  return unknown;
}

/** Finds the known messages with one query, because a request may name thousands of unknown ids. */
async function knownIds(
  { db }: Pick<Services, "db">,
  channel: PhoneChannel,
  reports: readonly DeliveryReport[],
): Promise<Set<string | null>> {
  const ids = [...new Set(reports.map(({ id }) => id))];
  const rows = await db
    .selectDistinct({ id: receiverMessages.providerId })
    .from(receiverMessages)
    .where(and(inArray(receiverMessages.providerId, ids), eq(receiverMessages.channel, channel)));
  return new Set(rows.map(({ id }) => id));
}

/** Removes repeated reports, which give the same state of the same message. */
function withoutRepeats(reports: readonly DeliveryReport[]): DeliveryReport[] {
  const keyed = reports.map((report) => [`${report.id} ${report.state} ${report.kobo}`, report] as const);
  return [...new Map(keyed).values()];
}

async function noteOnce(
  services: Services,
  channel: PhoneChannel,
  { id, state, kobo }: DeliveryReport,
): Promise<string | null> {
  const at = services.now();
  return transact(services.db, async (tx) => {
    const [found] = await tx
      .select({ row: receiverMessages, code: bookings.trackingCode })
      .from(receiverMessages)
      .innerJoin(bookings, eq(bookings.id, receiverMessages.bookingId))
      .where(and(eq(receiverMessages.providerId, id), eq(receiverMessages.channel, channel)))
      .orderBy(desc(receiverMessages.createdAt))
      .limit(1)
      .for("update", { of: receiverMessages });
    if (!found) return null;
    const { row, code } = found;
    if (kobo !== null && kobo !== row.priceKobo) {
      await tx.update(receiverMessages).set({ priceKobo: kobo }).where(eq(receiverMessages.id, row.id));
      await correctSpending(tx, row.takenAt ?? at, kobo - (row.priceKobo ?? 0));
    }
    if (state === "delivered" && row.state !== "delivered") {
      await tx
        .update(receiverMessages)
        .set({ state, deliveredAt: at, failure: null, failedAt: null })
        .where(eq(receiverMessages.id, row.id));
      await endAbout(
        { tx, byUserId: null, byName: "Messages", at },
        "receiver_not_told",
        `booking ${row.bookingId}`,
        "The message arrived after all.",
      );
    }
    if (state === "failed" && row.state === "sent") await failMessage(services, tx, row, "undelivered");
    return code;
  });
}
