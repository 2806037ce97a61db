/** What a browser stores for a person: whose it is, and how it goes with them when they sign out. */
import { redirectDocument } from "react-router";
import { GUEST } from "../ui/device-owner.ts";
import { deriveToken } from "../platform/tokens.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Session } from "./principal-context.ts";

/** The same for a person in every session; derived with the secret, so that nobody can guess or reverse it. */
export function ownerId({ secret }: Pick<Services, "secret">, { person }: Session): string {
  return person ? deriveToken(secret, `device-owner:${person.id}`).slice(0, 22) : GUEST;
}

/**
 * The response of every sign-out: to `path` as a new document, so that no page keeps anything in memory. Without a script
 * only the header can clear a browser's storage, and it clears all of it; a script clears this person's part alone
 * (app/offline/sign-out.ts), so that a booking of somebody else is not lost.
 */
export async function signedOut(
  path: string,
  request: Request,
  cookies: readonly string[],
): Promise<Response> {
  const scripted = new URL(request.url).pathname.endsWith(".data");
  const response = redirectDocument(path, {
    headers: { "Clear-Site-Data": scripted ? '"cache"' : '"cache", "storage"' },
  });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
