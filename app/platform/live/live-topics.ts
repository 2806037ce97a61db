/** The topics of a back-office screen, from its route's `handle`: its stream sends no others. */
export type LiveHandle = { live(params: Readonly<Record<string, string | undefined>>): string[] };

const SHOWN = /^(deliveries|delivery:[A-Z0-9]{1,40})$/;
const MOST = 5;

/** The address of a screen's stream. */
export function adminStream(topics: readonly string[]): string {
  return `/live/admin?${new URLSearchParams([...new Set(topics)].map((topic) => ["show", topic]))}`;
}

/** The topics in an address; unknown ones are dropped. */
export function shownTopics(params: URLSearchParams): ("deliveries" | `delivery:${string}`)[] {
  return params
    .getAll("show")
    .slice(0, MOST)
    .filter((topic): topic is "deliveries" | `delivery:${string}` => SHOWN.test(topic));
}
