/** REPORT-9: parcel reports as cells of a CSV file. Counts and percentages are cells with numbers. */
import { NONE, PARCEL_NUMBER_LABELS, PARCEL_NUMBERS } from "../../domain/parcel-numbers.ts";
import { RUN_KIND_NAMES, RUN_STATE_NAMES } from "../../domain/run.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import type { HubNames, RunLine } from "./parcel-report.server.ts";
import { NO_HUB, percentOf, SHARES, type ParcelLine, type ParcelView, type Share } from "./parcel-report.ts";

const SHARE_NAMES = Object.keys(SHARES) as Share[];

const KEYS: Record<ParcelView, Row> = {
  hub: ["Hub", "Code"],
  lane: ["Lane"],
  run: ["Run", "Day", "Kind", "Hub", "To Hub", "State"],
};

export const parcelHeader = (view: ParcelView): Row => [
  ...KEYS[view],
  ...PARCEL_NUMBERS.map((name) => PARCEL_NUMBER_LABELS[name]),
  ...SHARE_NAMES.map((share) => `${SHARES[share].label} (%)`),
];

const numbersOf = (line: ParcelLine): Row => [
  ...PARCEL_NUMBERS.map((name) => line[name]),
  ...SHARE_NAMES.map((share) => percentOf(line, share)),
];

export const hubCells = (line: ParcelLine, names: HubNames): Row => {
  const hub = names[line.key];
  return [hub?.name ?? (line.key === NONE ? NO_HUB : line.key), hub?.code ?? "", ...numbersOf(line)];
};

export const laneCells = (line: ParcelLine): Row => [line.key, ...numbersOf(line)];

export const runCells = (run: RunLine, names: HubNames): Row => [
  run.name,
  run.day,
  RUN_KIND_NAMES[run.kind],
  names[run.hubId]?.name ?? "",
  names[run.toHubId ?? ""]?.name ?? "",
  RUN_STATE_NAMES[run.state],
  ...numbersOf(run),
];
