/** Locks the booking whose money an operation changes, and names the live topics that the change publishes. */
import type { Tx } from "../../platform/db/client.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { accountOf, type BookingAccount } from "./booking-account.server.ts";
import { refuse } from "./messages.ts";

/**
 * Finds the account of a booking and locks the booking's row. Checks no permission: the actor is a member of staff, or
 * the sender, who alone has the URL with the code.
 */
export async function lockAccount(
  { tx }: { tx: Tx },
  { code }: { code: string },
): Promise<BookingAccount | Refusal<"not_found">> {
  return (await accountOf(tx, code)) ?? refuse("not_found", "unknown_booking");
}

export const moneyTopics = (_done: unknown, { code }: { code: string }): Topic[] => [
  `booking:${code}`,
  "money",
];
