/** ONLINE-2: checks a booking's online payments when the payer returns from the provider. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Customer, Guest } from "../../access/actor.ts";
import { bookings, onlinePayments } from "../../platform/db/schema.ts";
import { consumeFrom } from "../../platform/limits/rate-limiter.server.ts";
import { OnlinePaymentsError } from "../../platform/online-payments/online-payments.ts";
import type { Services } from "../../platform/services.server.ts";
import { ONLINE_TRIES } from "./online-payments.server.ts";
import { settleOnline } from "./settle-online.server.ts";

/** When the payer returns, at most this many of the booking's attempts are checked. */
const ASKED_ON_RETURN = 3;

/**
 * Asks the provider about the newest undecided attempts. Anyone can write an outcome into the URL, so the URL's outcome
 * is ignored. If the provider does not respond, or too many checks run, the next periodic check asks.
 */
export async function settleOnReturn(
  services: Services,
  actor: Customer | Guest,
  code: string,
): Promise<void> {
  const { db, limits, log } = services;
  if (!services.online || !(await consumeFrom(limits, ONLINE_TRIES, actor)).ok) return;
  const undecided = await db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .where(and(eq(bookings.trackingCode, code), inArray(onlinePayments.state, ["open", "not_paid"])))
    .orderBy(desc(onlinePayments.createdAt))
    .limit(ASKED_ON_RETURN);
  await Promise.all(
    undecided.map(({ id }) =>
      settleOnline(services, id).catch((problem: unknown) => {
        if (!(problem instanceof OnlinePaymentsError)) throw problem;
        log.warn({ err: problem }, "an online payment was not checked on return");
      }),
    ),
  );
}
