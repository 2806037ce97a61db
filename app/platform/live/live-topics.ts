/** What a screen of the back office shows, said by its route's `handle`: its stream tells it of nothing else. */
export type LiveHandle = { live(params: Readonly<Record<string, string | undefined>>): string[] };

const SHOWN = /^(deliveries|delivery:[A-Z0-9]{1,40})$/;
const MOST = 5;

/** The address of the stream of a screen. */
export function adminStream(topics: readonly string[]): string {
  return `/live/admin?${new URLSearchParams([...new Set(topics)].map((topic) => ["show", topic]))}`;
}

/** The topics that an address asks for; what is none is left out. */
export function shownTopics(params: URLSearchParams): ("deliveries" | `delivery:${string}`)[] {
  return params
    .getAll("show")
    .slice(0, MOST)
    .filter((topic): topic is "deliveries" | `delivery:${string}` => SHOWN.test(topic));
}
