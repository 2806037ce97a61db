/** The rows in the server's cache are equal to the rows that the browser renders. */
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { cachedHtml } from "../../platform/cache/cached-html.server.ts";
import { CachedHtml } from "../../ui/cached-html.ts";
import { DispatchTable } from "./dispatch-table.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import { compactRows, unpackRows } from "./compact-rows.ts";

const row: BookingRow = {
  id: "0199b9a4-0000-7000-8000-000000000001",
  trackingCode: "OD1234567890",
  createdAt: new Date("2026-11-21T09:30:00Z"),
  senderName: "Ada <!--cached 0--> & Sons",
  senderPhone: "0803 123 4567",
  receiverName: "Musa Bello",
  receiverPhone: "0803 123 4568",
  senderState: "Lagos",
  receiverState: "Kano",
  packageType: "Parcel",
  packageWeight: 2.5,
  promisedDay: new Date("2026-11-23T09:30:00Z"),
  status: "pending",
  version: 1,
  collectKobo: null,
  staffNote: null,
  assignee: null,
  plan: null,
};
const second = { ...row, id: "0199b9a4-0000-7000-8000-000000000002", trackingCode: "OD1234567891" };
const shown = { today: new Date("2026-11-22T23:00:00Z"), openCode: null as string | null, mayChange: true };

const table = (rows: BookingRow[], given: Partial<typeof shown>) => (
  <DispatchTable
    {...{ ...shown, ...given, rows }}
    selection={new Map()}
    allSelected={false}
    onSelect={() => {}}
    onSelectAll={() => {}}
  />
);

test("cached rows are the rows as they are now, at the first page and at each later one", () => {
  const partsOfPage = cachedHtml();
  const lists: BookingRow[][] = [
    [row, second],
    [second, row],
    [{ ...row, collectKobo: 150_000 }, second],
    [{ ...row, status: "delivered" }],
    [{ ...row, staffNote: "Call first", assignee: "Ada" }],
    [{ ...row, receiverPhone: "0803 123 4569" }],
    [],
  ];
  const states = [
    {},
    { openCode: row.trackingCode },
    { mayChange: false },
    { today: new Date("2026-11-25T23:00:00Z") },
  ];
  for (const rows of [...lists, ...lists]) {
    for (const given of states) {
      const parts = partsOfPage();
      const text = renderToString(<CachedHtml value={parts.put}>{table(rows, given)}</CachedHtml>);
      if (rows.length > 0) expect(text).not.toContain(rows[0]?.trackingCode);
      expect(parts.fill([text]).toString()).toBe(renderToString(table(rows, given)));
    }
  }
});

test("rows arrive as they were read", () => {
  const rows = [row, { ...second, collectKobo: 5, senderName: 'Zoë "Z" </script>' }];
  expect(unpackRows(compactRows(rows))).toEqual(rows);
});

test("parts are in the order of their page, and what is no longer cached is rendered again", () => {
  const partsOfPage = cachedHtml(1000);
  const word = (key: string) => ({ key, render: () => <b>{key.repeat(100)}</b> });
  for (const _time of [1, 2]) {
    const parts = partsOfPage();
    const [first, last] = [parts.put([word("a"), word("b")]), parts.put([word("c")])];
    expect(parts.fill([`${last}→${first}.`]).toString()).toBe(
      `<b>${"c".repeat(100)}</b>→<b>${"a".repeat(100)}</b><b>${"b".repeat(100)}</b>.`,
    );
  }
});
