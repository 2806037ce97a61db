/** A toast for the next page. It is in a signed cookie, so it works with and without JavaScript. */
import { redirect } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import type { Services } from "../services.server.ts";
import { deriveToken } from "../tokens.server.ts";
import { ownCookie } from "./host-cookie.server.ts";

export type NewToast = Omit<Toast, "id" | "press">;
type Keys = Pick<Services, "secret">;

const flashCookie = ({ secret }: Keys) =>
  ownCookie("toast", { maxAge: 60 }, deriveToken(secret, "toast-cookie"));

export function toastCookie(keys: Keys, toast: NewToast): Promise<string> {
  return flashCookie(keys).serialize({ ...toast, id: crypto.randomUUID() });
}

/** Redirects with a toast. `cookies` are further Set-Cookie headers. */
export async function redirectWithToast(keys: Keys, to: string, toast: NewToast, ...cookies: string[]) {
  return redirect(to, { headers: setCookies(await toastCookie(keys, toast), ...cookies) });
}

/**
 * Completes the redirect after signing in. If a form was stored during the sign-in (KEEP-1), the browser must load a
 * whole new document, because only then does the server fill in the stored form.
 */
export function intoPage(request: Request, response: Response): Response {
  const cookies = [request.headers.get("Cookie") ?? "", ...response.headers.getSetCookie()];
  if (cookies.some((cookie) => cookie.includes("kept=")))
    response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}

export function setCookies(...cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}

/**
 * Returns the toast from a request's cookie, and the header that removes the cookie. Null without a valid signature.
 */
export async function takeToast(
  keys: Keys,
  request: Request,
): Promise<{ toast: Toast; header: string } | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("toast=")) return null;
  const cookie = flashCookie(keys);
  const toast = (await cookie.parse(header)) as Toast | "" | null;
  return toast ? { toast, header: await cookie.serialize("", { maxAge: 0 }) } : null;
}
