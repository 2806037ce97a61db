/** LINK-6: the page to which a person goes after an emailed link: new people complete their profile first. */
import { safePath } from "../../platform/http/safe-redirect.ts";
import type { EmailLink } from "./email-link-row.server.ts";

/** LINK-6: true until the profile has a full name and a phone. */
export function isNewPerson(person: { fullName: string | null; phone: string | null }): boolean {
  return !person.fullName || !person.phone;
}

export function pageAfterLink(link: Pick<EmailLink, "purpose" | "next">, newUser: boolean): string {
  if (link.purpose === "store_sign_in" || link.purpose === "store_sign_up") {
    const next = safePath(link.next, "/store/dashboard");
    return next.startsWith("/store/dashboard") ? next : "/store/dashboard";
  }
  const next = safePath(link.next, "/profile");
  if (!newUser) return next;
  return next === "/profile" ? "/complete-profile" : `/complete-profile?next=${encodeURIComponent(next)}`;
}
