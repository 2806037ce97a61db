/**
 * Price lists as tables: rates (with the form's field names), and zones of all pairs of states. Staff export and
 * import these tables as CSV. An import reports errors for each row.
 */
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { isState, STATES, type StateName } from "../../domain/states.ts";
import { restoreCell } from "../../platform/http/csv.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import { readDelimited, type TableRow } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { NO_ZONE, type PriceList } from "./price-list.ts";
import { priceFormValues, RATE_KINDS, rateField, readPricesForm } from "./prices-form.ts";
import { gridOf } from "./zones.ts";

export const MAX_CSV_BYTES = 1024 * 1024;
const RATE_PARTS = ["kind", "first", "firstPrice", "step", "stepPrice", "max", "bands"];
const RATE_HEADER = ["zone", "service", ...RATE_PARTS];
const GRID_CORNER = "from \\ to";
export const MAX_CSV_ROWS = 2000;
const SHOWN_ERRORS = 20;

export function pricesAsCsv(list: PriceList, file: "rates" | "zones"): string[][] {
  if (file === "zones")
    return [[GRID_CORNER, ...STATES], ...STATES.map((from) => [from, ...Array.from(list.grid[from])])];
  const texts = priceFormValues(list);
  const rows = list.zones.flatMap(({ id }) =>
    DELIVERY_TYPES.map((service) => [
      ...[id, service],
      ...RATE_PARTS.map((part) => texts[rateField(id, service, part)] ?? ""),
    ]),
  );
  return [RATE_HEADER, ...rows];
}

export type CsvRead = Result<{ list: PriceList; done: string }, "invalid">;

/**
 * Reads a CSV file of prices or zones into a list, or returns the file's errors. Each error names its line, or its row
 * and column.
 */
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

/** Reads the cells as if they were typed into the form, so that a file gets the same checks and errors as the form. */
function readRates(list: PriceList, header: Cells, body: readonly TableRow[], errors: string[]) {
  const texts = Object.fromEntries(
    Object.entries(priceFormValues(list)).filter(([name]) => !/^[A-L]\./.test(name)),
  );
  const lineOf = new Map<string, number>();
  for (const { row: line, cells } of body) {
    const cell = (name: string) =>
      (cells[header.findIndex((one) => one.toLowerCase() === name.toLowerCase())] ?? "").trim();
    const [zone, service, kind] = [cell("zone").toUpperCase(), cell("service"), cell("kind")];
    const type = DELIVERY_TYPES.find((one) => one === service || DELIVERY_TYPE_LABELS[one].name === service);
    if (!list.zones.some(({ id }) => id === zone))
      errors.push(`Line ${line}, zone: there is no zone '${zone}'`);
    else if (!type) errors.push(`Line ${line}, service: one of ${DELIVERY_TYPES.join(", ")}`);
    else if (!RATE_KINDS.some(({ value }) => value === kind))
      errors.push(`Line ${line}, kind: one of ${RATE_KINDS.map(({ value }) => value).join(", ")}`);
    else if (lineOf.has(rateField(zone, type, "")))
      errors.push(`Line ${line}: ${zone} ${type} is also on line ${lineOf.get(rateField(zone, type, ""))}`);
    else {
      lineOf.set(rateField(zone, type, ""), line);
      for (const part of RATE_PARTS) texts[rateField(zone, type, part)] = cell(part);
    }
  }
  const read = readPricesForm(list, texts);
  if (!read.ok)
    for (const [field, error] of Object.entries(read.errors)) {
      const part = field.split(".").at(-1)!;
      errors.push(`Line ${lineOf.get(field.slice(0, -part.length))}, ${part}: ${error}`);
    }
  return read.ok && errors.length === 0 ? { rates: read.list.rates } : null;
}
