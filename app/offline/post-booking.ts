/** Sends one booking of the outbox. */
import { GUEST } from "../ui/device-owner.ts";
import { ERROR_HEADER, OWNER_HEADER } from "./outbox-headers.ts";
import { outcomeOf, type Outcome, type Waiting } from "./outbox.ts";

const TIMEOUT_MS = 30_000;

/**
 * A guest's booking is sent without cookies: it does not belong to somebody who signed in since. Any other names its
 * owner, and the server refuses it where the session is somebody else's. Fails when the server
 * does not answer in time: the booking waits for the next round.
 */
export async function postBooking({ key, fields, owner }: Waiting, timeoutMs = TIMEOUT_MS): Promise<Outcome> {
  const response = await fetch("/book", {
    method: "POST",
    headers: { [OWNER_HEADER]: owner },
    credentials: owner === GUEST ? "omit" : "same-origin",
    body: new URLSearchParams({ ...fields, idempotencyKey: key }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  const { status, url, headers } = response;
  const reason = headers.get(ERROR_HEADER);
  return outcomeOf({ status, url, reason: reason && decodeURIComponent(reason) });
}
