/** PROFILE-7: makes the id of the person whose data a browser stores, and removes the data on sign-out. */
import { redirectDocument } from "react-router";
import { GUEST } from "../ui/device-owner.ts";
import { deriveToken } from "../platform/tokens.server.ts";
import { toastCookie, type NewToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Session } from "./principal-context.ts";
import { deviceTokenOf } from "./rider-device.server.ts";
import { forgetSessionCookie } from "./sessions.server.ts";

/**
 * Returns the id by which a browser knows whose data it stores. The id is the same in all sessions of a person. It is
 * derived with the secret, so nobody can guess it or find the person from it.
 */
export function ownerId({ secret }: Pick<Services, "secret">, { person }: Session): string {
  return person ? deriveToken(secret, `device-owner:${person.id}`).slice(0, 22) : GUEST;
}

/**
 * KEEP-4: returns the key that encrypts typed text. Only the session's pages get the key. No browser stores the key.
 */
export const draftKeyOf = ({ secret }: Pick<Services, "secret">, personId: string): string =>
  deriveToken(secret, `drafts:${personId}`);

/**
 * Makes the response of every sign-out, after the session has ended: a redirect to `path` that loads a new document,
 * so that no page stays in memory. Without JavaScript, the header Clear-Site-Data clears the browser's whole storage.
 * With JavaScript, app/offline/sign-out.ts clears only this person's part, so that the stored bookings of other
 * people stay.
 */
export async function signedOut(
  services: Services,
  request: Request,
  path: string,
  toast?: NewToast,
): Promise<Response> {
  const scripted = new URL(request.url).pathname.endsWith(".data");
  // PHONE-7: the storage of a rider's phone is not cleared, because it may contain unsent deeds.
  const isRiders = (await deviceTokenOf(services, request.headers.get("Cookie"))) !== null;
  const response = redirectDocument(path, {
    headers: { "Clear-Site-Data": scripted || isRiders ? '"cache"' : '"cache", "storage"' },
  });
  response.headers.append("Set-Cookie", await forgetSessionCookie(services.secure));
  if (toast) response.headers.append("Set-Cookie", await toastCookie(services, toast));
  return response;
}
