/**
 * Price lists as tables: one of rates, and one of the zones of all pairs of states. Both are exported as CSV, and
 * imported with errors for each row.
 */
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES, type DeliveryType } from "../../domain/booking.ts";
import { plainNaira } from "../../domain/money.ts";
import { isState, STATES, type StateName } from "../../domain/states.ts";
import { restoreCell } from "../../platform/http/csv.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import { readDelimited, type TableRow } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { NO_ZONE, rateSchema, type PriceList, type Rate } from "./price-list.ts";
import { Reader } from "./prices-form.ts";
import { returnPerMilleOf } from "./return-fee.ts";
import { gridOf } from "./zones.ts";

export const MAX_CSV_BYTES = 1024 * 1024;
const RATE_HEADER = ["zone", "service", "kind", "up_to_kg", "price", "step_kg", "step_price", "max_kg"];
const GRID_CORNER = "from \\ to";
export const MAX_CSV_ROWS = 2000;
const SHOWN_ERRORS = 20;

const kg = (grams: number) => String(grams / 1000);

function rateRows(zone: string, service: DeliveryType, rate: Rate): string[][] {
  const start = [zone, service, rate.kind];
  if (rate.kind === "on_request") return [[...start, "", "", "", "", ""]];
  if (rate.kind === "bands")
    return rate.bands.map((band) => [...start, kg(band.upToGrams), plainNaira(band.kobo), "", "", ""]);
  const { firstGrams, firstKobo, stepGrams, stepKobo, maxGrams } = rate;
  return [
    [...start, kg(firstGrams), plainNaira(firstKobo), kg(stepGrams), plainNaira(stepKobo), kg(maxGrams)],
  ];
}

/** The cells of the file of rates or of zones, header first. */
export function pricesAsCsv(list: PriceList, file: "rates" | "zones"): string[][] {
  if (file === "zones")
    return [[GRID_CORNER, ...STATES], ...STATES.map((from) => [from, ...Array.from(list.grid[from])])];
  return [
    RATE_HEADER,
    ...list.zones.flatMap(({ id }) =>
      DELIVERY_TYPES.flatMap((service) => {
        const rate = list.rates[id]?.[service];
        return rate ? rateRows(id, service, rate) : [];
      }),
    ),
    ...returnRow(list),
  ];
}

/** PRICE-13: the row of a return's price. It has "*" for the zone, and a percentage of the delivery's price. */
const EVERY_ZONE = "*";
const RETURN = "return_percent";
const returnRow = (list: PriceList): string[][] => {
  const perMille = returnPerMilleOf(list);
  return perMille > 0 ? [[EVERY_ZONE, "", RETURN, "", String(perMille / 10), "", "", ""]] : [];
};

export type CsvRead = Result<{ list: PriceList; done: string }, "invalid">;

/** Reads a file of rates or zones into a list, or returns its errors, which name the line, or row and column. */
export function readPricesCsv(list: PriceList, text: string): CsvRead {
  if (text.trim() === "") return refuse("invalid", { csv: "Choose a file, or paste its lines." });
  const table = readDelimited(text);
  const header = table.heading.cells;
  const body = table.rows
    .filter(({ row }) => row > table.heading.line)
    .map((row) => ({ ...row, cells: row.cells.map(restoreCell) }));
  const first = header[0]?.toLowerCase();
  const errors = [...table.faults, ...body]
    .flatMap((row) => (faultText(row) ? [{ row: row.row, text: `Line ${row.row}: ${faultText(row)}` }] : []))
    .toSorted((a, b) => a.row - b.row)
    .map((fault) => fault.text);
  if (first === GRID_CORNER) {
    const grid = readGrid(list, header.slice(1), body, errors);
    return grid
      ? { ok: true, list: { ...list, grid }, done: "Loaded zones of states from CSV" }
      : failed(errors);
  }
  if (first === RATE_HEADER[0]) {
    const read = readRates(list, header, body, errors);
    return read ? { ok: true, list: { ...list, ...read }, done: "Loaded prices from CSV" } : failed(errors);
  }
  return refuse("invalid", {
    csv: `The first cell has to be '${RATE_HEADER[0]}' (prices) or '${GRID_CORNER}' (zones of states). Export the list first and change that file.`,
  });
}

function failed(errors: readonly string[]) {
  const more = errors.length - SHOWN_ERRORS;
  return refuse("invalid", {
    csv: [...errors.slice(0, SHOWN_ERRORS), ...(more > 0 ? [`And ${more} more errors.`] : [])].join("\n"),
  });
}

type Cells = readonly string[];

function readGrid({ zones }: PriceList, columns: Cells, body: readonly TableRow[], errors: string[]) {
  const known = new Set(zones.map(({ id }) => id));
  const cells = new Map<StateName, Map<StateName, string>>();
  for (const name of columns) if (!isState(name)) errors.push(`The heading: there is no state '${name}'`);
  for (const { row: line, cells: row } of body) {
    const [from = "", ...letters] = row;
    if (!isState(from)) {
      errors.push(`Line ${line}: there is no state '${from}'`);
      continue;
    }
    if (cells.has(from)) errors.push(`Line ${line}: ${from} is there twice`);
    const own = new Map<StateName, string>();
    for (const [column, name] of columns.entries()) {
      const zone = (letters[column] ?? "").toUpperCase() || NO_ZONE;
      if (zone !== NO_ZONE && !known.has(zone))
        errors.push(`Row ${from}, column ${name}: there is no zone '${zone}'`);
      else if (isState(name)) own.set(name, zone);
    }
    cells.set(from, own);
  }
  for (const state of STATES) {
    if (!cells.has(state)) errors.push(`Row ${state} is missing`);
    if (!columns.includes(state)) errors.push(`Column ${state} is missing`);
  }
  return errors.length > 0 ? null : gridOf((from, to) => cells.get(from)?.get(to) ?? NO_ZONE);
}

function readRates({ zones }: PriceList, header: Cells, body: readonly TableRow[], errors: string[]) {
  const rates: PriceList["rates"] = {};
  // A file without the row of a return leaves the price of returns unchanged.
  const returned: Pick<PriceList, "returnPerMille"> = {};
  const lineOf = new Map<string, number>();
  for (const { row: line, cells } of body) {
    const read = new Reader(
      Object.fromEntries(header.map((name, column) => [name.toLowerCase(), cells[column] ?? ""])),
    );
    const zone = read.text("zone").toUpperCase();
    const service = DELIVERY_TYPES.find(
      (one) => one === read.text("service") || DELIVERY_TYPE_LABELS[one].name === read.text("service"),
    );
    if (zone === EVERY_ZONE && read.text("kind") === RETURN) returned.returnPerMille = read.perMille("price");
    else if (!zones.some(({ id }) => id === zone))
      errors.push(`Line ${line}, zone: there is no zone '${zone}'`);
    else if (!service) errors.push(`Line ${line}, service: one of ${DELIVERY_TYPES.join(", ")}`);
    else {
      const services = (rates[zone] ??= {});
      const before = services[service];
      const rate = readRow(read, before);
      if (before && rate?.kind !== "bands")
        errors.push(`Line ${line}: ${zone} ${service} is also on line ${lineOf.get(zone + service)}`);
      const checked = rate && rateSchema.safeParse(rate);
      if (checked && !checked.success && Object.keys(read.errors).length === 0)
        errors.push(`Line ${line}: ${checked.error.issues[0]?.message}`);
      if (rate) services[service] = rate;
      lineOf.set(zone + service, line);
    }
    for (const [name, error] of Object.entries(read.errors)) errors.push(`Line ${line}, ${name}: ${error}`);
  }
  return errors.length > 0 ? null : { rates, ...returned };
}

/**
 * Reads the rate in one line. `before` is the rate that the lines above give for this zone and service. A line with a
 * band adds the band to that rate.
 */
function readRow(read: Reader, before: Rate | undefined): Rate | null {
  const kind = read.text("kind");
  if (kind === "on_request") return { kind };
  if (kind === "bands") {
    const band = { upToGrams: read.grams("up_to_kg"), kobo: read.kobo("price") };
    return { kind, bands: [...(before?.kind === "bands" ? before.bands : []), band] };
  }
  if (kind === "steps")
    return {
      kind,
      firstGrams: read.grams("up_to_kg"),
      firstKobo: read.kobo("price"),
      stepGrams: read.grams("step_kg"),
      stepKobo: read.kobo("step_price"),
      maxGrams: read.grams("max_kg"),
    };
  read.fail("kind", "one of steps, bands, on_request");
  return null;
}
