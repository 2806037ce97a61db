/** The URL of the board, which contains the hub, the day and the group that is shown open. Pure. */
import { parseLagosDay } from "../../../domain/dates.ts";

const BOARD = "/admin/runs";

export function boardPath({ hub, day }: { hub: string | undefined; day: string | undefined }): string {
  const params = new URLSearchParams([...(hub ? [["hub", hub]] : []), ...(day ? [["day", day]] : [])]);
  return `${BOARD}?${params}`;
}

export function boardOfUrl(url: string): string {
  const params = new URL(url).searchParams;
  params.delete("new");
  const query = params.toString();
  return query ? `${BOARD}?${query}` : BOARD;
}

export const dayIn = (params: URLSearchParams, today: string): string => {
  const asked = params.get("day") ?? "";
  return parseLagosDay(asked) ? asked : today;
};

/** The value of the URL's parameter `hub` on the page that shows the table of all hubs. */
const ALL_HUBS = "all";

export const ALL_HUBS_PATH = `${BOARD}?hub=${ALL_HUBS}`;

/**
 * True if the URL asks for all hubs. Also true if there are several hubs, the person has no own hub, and the URL names
 * none.
 */
export function showsAllHubs(params: URLSearchParams, hubs: readonly unknown[], own: string | null): boolean {
  const asked = params.get("hub");
  return hubs.length > 0 && (asked === ALL_HUBS || (!asked && own === null && hubs.length > 1));
}

/** Returns the hub that a URL names by id or code, otherwise the person's own hub, else the first hub. */
export function hubIn<Hub extends { id: string; code: string }>(
  params: URLSearchParams,
  hubs: readonly Hub[],
  own: string | null,
): Hub | undefined {
  const asked = params.get("hub") ?? "";
  const named = (text: string | null) =>
    hubs.find(({ id, code }) => text === id || text?.toUpperCase() === code);
  return named(asked) ?? named(own) ?? hubs[0];
}
