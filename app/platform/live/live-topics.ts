/**
 * The topics of a back-office screen. The `handle` of the screen's route names them. The screen's stream reports only
 * changes of these topics.
 */
export type LiveHandle = { live(params: Readonly<Record<string, string | undefined>>): string[] };

/**
 * RUN-14: the `handle` of a route whose data depends only on the URL and the staff member's role, and for hub clerks
 * also on their hub. Background reloads of such a route share one response (server/cache/shared-reloads.ts).
 */
export type RoleHandle = { sameForRole: true };

type Shown =
  | "bookings"
  | "money"
  | "runs"
  | "exceptions"
  | "claims"
  | "consents"
  | "messages"
  | `booking:${string}`
  | `run:${string}`
  | `shelf:${string}`
  | `statement:${string}`;
const SHOWN =
  /^(bookings|money|runs|exceptions|claims|consents|messages|booking:[A-Z0-9]{1,40}|(run|shelf|statement):[0-9a-f-]{36})$/;
const MOST = 5;

export function adminStream(topics: readonly string[]): string {
  return `/live/admin?${new URLSearchParams([...new Set(topics)].map((topic) => ["show", topic]))}`;
}

/** Reads the topics from a stream's URL. Unknown topics are dropped. */
export function shownTopics(params: URLSearchParams): Shown[] {
  return params
    .getAll("show")
    .slice(0, MOST)
    .filter((topic): topic is Shown => SHOWN.test(topic));
}
