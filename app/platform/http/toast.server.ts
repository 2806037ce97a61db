/** A toast that is passed to the next page in a cookie, so that it works with and without JavaScript. */
import { createCookie } from "react-router";
import * as z from "zod";
import type { Toast } from "../../ui/toast.tsx";

const cookie = createCookie("toast", { httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 });

/** The browser can send any cookie: only a toast of this shape is shown. */
const waitingToast = z.object({
  id: z.string().max(100),
  tone: z.enum(["good", "bad", "plain"]).optional(),
  title: z.string().max(2000),
  text: z.string().max(4000).optional(),
  action: z
    .object({
      label: z.string(),
      href: z.string().regex(/^(\/(?![/\\])|https:\/\/)/),
      newTab: z.boolean().optional(),
    })
    .optional(),
  open: z
    .string()
    .regex(/^(\/(?![/\\])|https:\/\/)/)
    .optional(),
  durationMs: z.number().min(0).max(60_000).optional(),
});

/** The Set-Cookie header that passes a toast to the next page. */
export function toastCookie(toast: Omit<Toast, "id">): Promise<string> {
  return cookie.serialize({ ...toast, id: crypto.randomUUID() });
}

/** The toast of the cookie, and the header that removes it; null without one. */
export async function takeToast(request: Request): Promise<{ toast: Toast; header: string } | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("toast=")) return null;
  const parsed = waitingToast.safeParse(await cookie.parse(header));
  if (!parsed.success) return null;
  return { toast: parsed.data, header: await cookie.serialize("", { maxAge: 0 }) };
}
