/** docs/monitoring names only metrics that /metrics has. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every metric of the board and the alerts is one of the product's", () => {
  const known = new Set(
    [...readFileSync("server/metrics.ts", "utf8").matchAll(/"(ona_\w+)"/g)].map(([, name = ""]) => name),
  );
  expect(known.size).toBeGreaterThan(10);
  for (const file of ["grafana.json", "ona-alerts.yml"]) {
    const text = readFileSync(`docs/monitoring/${file}`, "utf8");
    const named = [...text.matchAll(/\bona_\w+/g)].map(([name]) =>
      name.replace(/_seconds_(bucket|count)$/, "_seconds"),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  }
  const board = JSON.parse(readFileSync("docs/monitoring/grafana.json", "utf8")) as { panels: unknown[] };
  expect(board.panels.length).toBeGreaterThan(10);
});
