/** REPORT-9: writes parcel reports as cells of a CSV file. Counts and percentages are numeric cells. */
import { lagosTime } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { NO_ID, PARCEL_NUMBER_LABELS, PARCEL_NUMBERS } from "../../domain/parcel-numbers.ts";
import { RUN_KIND_NAMES, RUN_STATE_NAMES } from "../../domain/run.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import type { RiderNumbers } from "../devices/rider-numbers.server.ts";
import type { DeniedLine } from "./deed-lines.server.ts";
import type { HubNames, RunLine } from "./parcel-report.server.ts";
import {
  denialText,
  NO_HUB,
  percentOf,
  shareOf,
  SHARES,
  type ParcelLine,
  type ParcelView,
  type PlaceView,
  type Share,
} from "./parcel-report.ts";

const SHARE_NAMES = Object.keys(SHARES) as Share[];

const KEYS: Record<PlaceView | "run", Row> = {
  hub: ["Hub", "Code"],
  lane: ["Lane"],
  week: ["Week"],
  run: ["Run", "Day", "Kind", "Hub", "To Hub", "State"],
};

const RIDER_HEADER: Row = [
  "Rider",
  "Delivered",
  "On time",
  "On time (%)",
  "Not delivered",
  "Denied by receivers",
  "Cash differences",
];
const DENIED_HEADER: Row = [
  "When (Lagos)",
  "Booking Code",
  "Rider",
  "Hub",
  "The rider said",
  "The receiver says",
  "Answered (Lagos)",
];

export function parcelHeader(view: ParcelView): Row {
  if (view === "rider") return RIDER_HEADER;
  if (view === "denied") return DENIED_HEADER;
  return [
    ...KEYS[view],
    ...PARCEL_NUMBERS.map((name) => PARCEL_NUMBER_LABELS[name]),
    ...SHARE_NAMES.map((share) => `${SHARES[share].label} (%)`),
  ];
}

export const riderCells = (line: RiderNumbers): Row => [
  line.name,
  line.delivered,
  line.onTime,
  shareOf(line.onTime, line.delivered),
  line.attempted,
  line.denied,
  line.differences,
];

export const deniedCells = ({ at, code, rider, hub, reason, answer, answeredAt }: DeniedLine): Row => [
  lagosTime(at),
  code,
  rider,
  hub,
  reason && failureReason(reason).label,
  denialText(answer),
  lagosTime(answeredAt),
];

const numbersOf = (line: ParcelLine): Row => [
  ...PARCEL_NUMBERS.map((name) => line[name]),
  ...SHARE_NAMES.map((share) => percentOf(line, share)),
];

export const hubCells = (line: ParcelLine, names: HubNames): Row => {
  const hub = names[line.key];
  return [hub?.name ?? (line.key === NO_ID ? NO_HUB : line.key), hub?.code ?? "", ...numbersOf(line)];
};

export const parcelLineCells = (line: ParcelLine): Row => [line.key, ...numbersOf(line)];

export const runCells = (run: RunLine, names: HubNames): Row => [
  run.name,
  run.day,
  RUN_KIND_NAMES[run.kind],
  names[run.hubId]?.name ?? "",
  names[run.toHubId ?? ""]?.name ?? "",
  RUN_STATE_NAMES[run.state],
  ...numbersOf(run),
];
