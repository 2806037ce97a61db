/** STAFF-14: each export has the same rows, sums and phone numbers after LibreOffice has opened and saved it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { readDelimited } from "../../app/platform/tables/delimited.ts";
import { textOfTable } from "../../app/platform/tables/table-file.server.ts";
import { workbookReader } from "../../app/platform/tables/workbook.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate } from "../fixtures/populated.ts";
import { firstOf, needsProgram, ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const SOFFICE = "/usr/bin/soffice";
const missing = firstOf(ONLY_LONG, needsProgram(SOFFICE, "--no-install-recommends libreoffice-calc"));
const here = await mkdtemp(join(tmpdir(), "ona-office-"));
afterAll(() => rm(here, { recursive: true, force: true }));

type Row = Record<string, string>;
const readWorkbook = workbookReader();
async function rowsOf(file: Uint8Array): Promise<Row[]> {
  const table = await textOfTable(file, { rows: 5000, person: "p", readWorkbook });
  if (!table.ok) throw new Error(table.error);
  const { rows, faults } = readDelimited(table.text);
  expect(faults).toEqual([]);
  const [head, ...below] = rows;
  return below.map(({ cells }) =>
    Object.fromEntries(head!.cells.map((name, n) => [name.trim(), cells[n] ?? ""])),
  );
}

/** Returns the file as LibreOffice saves it, after opening it in the way people open it. */
async function savedByOffice(name: string, file: Uint8Array, format: "xlsx" | "csv"): Promise<Uint8Array> {
  const [from, to] = [join(here, name), join(here, format)];
  await writeFile(from, file);
  const utf8 = "44,34,76,1,,0,false,true";
  const args = [
    `-env:UserInstallation=file://${join(here, "profile")}`,
    ...["--headless", "--norestore", ...(name.endsWith(".csv") ? [`--infilter=CSV:${utf8}`] : [])],
    ...["--convert-to", format === "csv" ? `csv:Text - txt - csv (StarCalc):${utf8}` : "xlsx"],
    ...["--outdir", to, from],
  ];
  await promisify(execFile)(SOFFICE, args, { timeout: 90_000 });
  return readFile(join(to, name.replace(/\.\w+$/, `.${format}`)));
}

/**
 * Returns what must not change: the number of rows, the sum of each money column, and each phone, code, day and time.
 */
function factsOf(rows: Row[]) {
  const sums: Record<string, number> = {};
  for (const row of rows)
    for (const [head, cell] of Object.entries(row))
      if (/naira|^total$|^price$/i.test(head))
        sums[head] = (sums[head] ?? 0) + Math.round(Number(cell || "0") * 100);
  const same = /phone|code|tracking|lagos|^placed$|^Delivered$|name/i;
  // A spreadsheet adds seconds to a time that it recognises.
  const texts = rows.map((row) =>
    Object.entries(row).flatMap(([head, cell]) =>
      same.test(head) ? [`${head}: ${cell.replace(/(\d\d:\d\d):00$/, "$1")}`] : [],
    ),
  );
  return { rows: rows.length, sums, texts };
}

testWhere(missing)(
  "[STAFF-14] every export keeps its sums, phones, codes and times through LibreOffice",
  async () => {
    const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
    const data = await populate(app);
    // Names and phone numbers that spreadsheets tend to change.
    await bookOne(app, {
      senderName: "=1+1",
      receiverName: "Ọláyínká, Adé",
      receiverPhone: "+44 20 7946 0958",
    });
    await bookOne(app, { senderName: "-Bola", receiverName: "1/2", packageDescription: "00123" });
    const visitorAs = (role: "super_admin" | "owner") => {
      const visitor = app.visitor();
      const [name = "", value = ""] = data.cookies[role].split("=");
      visitor.cookies.set(name, value);
      return visitor;
    };
    const [boss, owner] = [visitorAs("super_admin"), visitorAs("owner")];
    const year = "from=2026-01-01&to=2026-12-31";
    const exports = [
      [boss, "/admin/bookings/export.csv"],
      [boss, "/admin/activity-logs/export.csv"],
      [boss, "/admin/cash/export.csv"],
      [boss, `/admin/reports/export.csv?${year}&by=day`],
      [boss, `/admin/reports/entries.csv?${year}&by=day`],
      [boss, "/admin/settlements/export.csv"],
      [owner, "/store/dashboard/orders/export?store=mama-ngozi-kitchen"],
      [owner, "/store/dashboard/products/export?store=mama-ngozi-kitchen"],
    ] as const;
    const summed = new Set<string>();
    for (const [n, [who, path]] of exports.entries()) {
      const answer = await who.ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const file = Buffer.from(answer.text);
      const before = factsOf(await rowsOf(file));
      for (const [head, sum] of Object.entries(before.sums)) if (sum !== 0) summed.add(`${n} ${head}`);
      for (const format of ["xlsx", "csv"] as const)
        expect([path, format, factsOf(await rowsOf(await savedByOffice(`e${n}.csv`, file, format)))]).toEqual(
          [path, format, before],
        );
    }
    expect(summed.size).toBeGreaterThan(5);
  },
  300_000,
);
