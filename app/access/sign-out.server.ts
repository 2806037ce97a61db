/** PROFILE-7: the owner id of data that a browser stores, and its removal on sign-out. */
import { redirectDocument } from "react-router";
import { GUEST } from "../ui/device-owner.ts";
import { deriveToken } from "../platform/tokens.server.ts";
import { toastCookie, type NewToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Session } from "./principal-context.ts";
import { deviceTokenOf } from "./rider-device.server.ts";
import { forgetSessionCookie } from "./sessions.server.ts";

/** The id is stable across a person's sessions. It is derived with the secret, so that it cannot be guessed or reversed. */
export function ownerId({ secret }: Pick<Services, "secret">, { person }: Session): string {
  return person ? deriveToken(secret, `device-owner:${person.id}`).slice(0, 22) : GUEST;
}

/**
 * The response of every sign-out, once the session has ended: a redirect to `path` as a new document, so that no page
 * stays in memory. A page without scripts can clear the browser's storage only by a header, which clears all of it. A
 * script clears only this person's part (app/offline/sign-out.ts), so that stored bookings of other people are not
 * lost.
 */
export async function signedOut(
  services: Services,
  request: Request,
  path: string,
  toast?: NewToast,
): Promise<Response> {
  const scripted = new URL(request.url).pathname.endsWith(".data");
  // PHONE-7: the header leaves the storage of a rider's phone, which may contain deeds that are not sent yet.
  const isRiders = (await deviceTokenOf(services, request.headers.get("Cookie"))) !== null;
  const response = redirectDocument(path, {
    headers: { "Clear-Site-Data": scripted || isRiders ? '"cache"' : '"cache", "storage"' },
  });
  response.headers.append("Set-Cookie", await forgetSessionCookie(services.secure));
  if (toast) response.headers.append("Set-Cookie", await toastCookie(services, toast));
  return response;
}
