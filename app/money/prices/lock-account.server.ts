/** The account of the booking of an operation, and the topics that a change of it publishes. */
import type { Tx } from "../../platform/db/client.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { accountOf, type BookingAccount } from "./booking-account.server.ts";
import { refuse } from "./messages.ts";

/**
 * Finds and row-locks the account of the booking in an operation's input. No permission is checked: any member of staff
 * may change the account, and of all other people only the sender has the URL that contains the code.
 */
export async function lockAccount(
  { tx }: { tx: Tx },
  { code }: { code: string },
): Promise<BookingAccount | Refusal<"not_found">> {
  return (await accountOf(tx, code)) ?? refuse("not_found", "unknown_booking");
}

/** The topics that a change of a booking's money publishes. */
export const moneyTopics = (_done: unknown, { code }: { code: string }): Topic[] => [
  `booking:${code}`,
  "money",
];
