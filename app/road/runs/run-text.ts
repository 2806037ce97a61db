/** The texts of the board and of the runs' pages: load, waiting times, and headings. Pure. */
import { RUN_KIND_NAMES, type RunKind } from "../../domain/run.ts";

const HOUR_MS = 3_600_000;

/** Says how long a piece has waited: 'now', '5 h', '3 d'. */
export function ageText(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / HOUR_MS);
  if (hours < 1) return "now";
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** Says in full words, for screen readers, how long a piece has waited. */
export function ageWords(since: Date, now: Date): string {
  const text = ageText(since, now);
  if (text === "now") return "waiting for less than an hour";
  const [n, unit] = text.split(" ");
  const noun = unit === "h" ? "hour" : "day";
  return `waiting for ${n} ${noun}${n === "1" ? "" : "s"}`;
}

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Returns the heading of the form that moves all pieces of a run, including pieces with a failed delivery. */
export const moveAllText = (on: number): string =>
  `Move the ${on} that ${on === 1 ? "is" : "are"} still on this run`;

/** Returns the heading above open runs of earlier days, such as "Yesterday's run is still open". */
export function stillOpenText(days: readonly string[], yesterday: string): string {
  const whose = days.every((day) => day === yesterday) ? "Yesterday's" : "An earlier day's";
  if (days.length === 1) return `${whose} run is still open`;
  return `${whose === "Yesterday's" ? whose : "Earlier"} runs are still open`;
}

export const kgText = (kg: number): string => `${Number(kg.toFixed(1))} kg`;

/** Names the kind of a run: 'Delivery', or with the hub to which a linehaul goes: 'Linehaul to KAN'. */
export const kindText = (kind: RunKind, toHub: string | null): string =>
  toHub ? `${RUN_KIND_NAMES[kind]} to ${toHub}` : RUN_KIND_NAMES[kind];

/** Describes the load of a run: '3 stops, 5 pieces', or for a linehaul '2 of 5 pieces arrived'. */
export function loadText({
  kind,
  stops,
  pieces,
}: {
  kind: RunKind;
  stops: readonly { open: number }[];
  pieces: number;
}): string {
  if (kind !== "linehaul") return `${counted(stops.length, "stop")}, ${counted(pieces, "piece")}`;
  const arrived = pieces - stops.reduce((all, { open }) => all + open, 0);
  return arrived > 0 ? `${arrived} of ${counted(pieces, "piece")} arrived` : counted(pieces, "piece");
}

/**
 * Groups the stops of a run by town, so that a run with many stops needs few lines. Consecutive stops in the same town
 * share a line.
 */
export function townsOf<Stop extends { town: string; pieces: number; open: number }>(stops: readonly Stop[]) {
  const towns: { town: string; from: number; to: number; pieces: number; open: number }[] = [];
  for (const [index, { town, pieces, open }] of stops.entries()) {
    const last = towns.at(-1);
    if (last?.town === town) {
      last.to = index + 1;
      last.pieces += pieces;
      last.open += open;
    } else towns.push({ town, from: index + 1, to: index + 1, pieces, open });
  }
  return towns;
}
