/** A toast that waits in a cookie for the next page, so that it works with and without JavaScript. */
import { createCookie } from "react-router";
import type { Toast } from "../ui/toast.tsx";

const cookie = createCookie("toast", { httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 });

/** The Set-Cookie header that carries a toast to the next page. */
export function toastCookie(toast: Omit<Toast, "id">): Promise<string> {
  return cookie.serialize({ ...toast, id: crypto.randomUUID() });
}

/** The waiting toast, and the header that takes it away; null without one. */
export async function takeToast(request: Request): Promise<{ toast: Toast; header: string } | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("toast=")) return null;
  const toast: unknown = await cookie.parse(header);
  if (!toast || typeof toast !== "object" || typeof (toast as Toast).title !== "string") return null;
  return { toast: toast as Toast, header: await cookie.serialize("", { maxAge: 0 }) };
}
