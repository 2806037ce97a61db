/** The question that is asked if somebody recorded an entry after the page was opened. */
import { formatAdminDateTime } from "../domain/dates.ts";
import type { Admin } from "./actor.ts";

type Recorded = {
  byUserId: string | null;
  byName: string;
  at: Date;
  what: string;
};

export function askAbout({ person }: Admin, { byUserId, byName, at, what }: Recorded): string {
  const who = byUserId === person.id ? "You" : byName;
  return `After this page was opened ${who} recorded: ${what}, ${formatAdminDateTime(at)}. Record another?`;
}
