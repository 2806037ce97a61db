/** Sends one entry of the send queue as a form. */
import { GUEST } from "../ui/device-owner.ts";
import { OWNER_HEADER } from "./queue-headers.ts";
import type { Entry } from "./queue-kind.ts";

/**
 * A guest's entry is sent without cookies: it does not belong to somebody who signed in since. Any other names its
 * owner, and the server refuses it if the session is somebody else's. Fails without a network, and when the server does
 * not respond in time.
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

/** Sign-in, a timeout, somebody else signed in here (412), the site lock, a limit. */
const TEMPORARY = [401, 408, 412, 423, 425, 429];

/** Whether a later attempt may succeed: also whatever is wrong with the server. */
export const isTemporary = (status: number): boolean => status >= 500 || TEMPORARY.includes(status);
