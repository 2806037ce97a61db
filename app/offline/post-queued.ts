/** Sends an entry of the send queue as a form. */
import { GUEST } from "../ui/device-owner.ts";
import { ENTRY_OWNER_HEADER } from "./queue-headers.ts";
import type { QueueEntry } from "./queue-kind.ts";

/**
 * Sends one entry. A guest's entry is sent without cookies. Otherwise the server would book it for a person who signed
 * in later. Any other entry names its owner, and the server refuses the entry in another person's session. The promise
 * rejects without a network, or without a response in time.
 */
export function postQueued(
  path: string,
  { key, owner }: Pick<QueueEntry, "key" | "owner">,
  fields: Record<string, string>,
  timeoutMs: number,
): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { [ENTRY_OWNER_HEADER]: owner },
    credentials: owner === GUEST ? "omit" : "same-origin",
    body: new URLSearchParams({ ...fields, idempotencyKey: key }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/**
 * The HTTP statuses after which another try may succeed: no session, timeout, another person's session (412), site
 * lock, rate limit.
 */
const TEMPORARY = [401, 408, 412, 423, 425, 429];

/** True if another try may succeed after this HTTP status, as after every server error. */
export const isTemporary = (status: number): boolean => status >= 500 || TEMPORARY.includes(status);
