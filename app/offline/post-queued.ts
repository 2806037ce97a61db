/** Sends one entry of the send queue as a form. */
import { GUEST } from "../ui/device-owner.ts";
import { OWNER_HEADER } from "./queue-headers.ts";
import type { Entry } from "./queue-kind.ts";

/**
 * Sends one entry. A guest's entry is sent without cookies, so that it is not attributed to a person who signed in
 * later. Any other entry names its owner, and the server refuses it in another person's session. Rejects without a
 * network, and if the server does not respond in time.
 */
export function postQueued(
  path: string,
  { key, owner }: Pick<Entry, "key" | "owner">,
  fields: Record<string, string>,
  timeoutMs: number,
): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { [OWNER_HEADER]: owner },
    credentials: owner === GUEST ? "omit" : "same-origin",
    body: new URLSearchParams({ ...fields, idempotencyKey: key }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/**
 * Statuses after which sending again may succeed: no session, a timeout, another person's session (412), the site lock,
 * and a rate limit.
 */
const TEMPORARY = [401, 408, 412, 423, 425, 429];

/** True if sending again may succeed after this status, as after any error of the server. */
export const isTemporary = (status: number): boolean => status >= 500 || TEMPORARY.includes(status);
