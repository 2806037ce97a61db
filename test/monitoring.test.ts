/** docs/monitoring uses only metrics and labels that /metrics shows. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "../server/observe/metrics.ts";
import { ENDED, measures } from "./fixtures/metric-values.ts";
import { testWhere } from "./fixtures/test-where.ts";

type Board = { panels: { title: string; targets: { expr: string }[] }[] };

const board = JSON.parse(readFileSync("docs/monitoring/grafana.json", "utf8")) as Board;
const alerts = readFileSync("docs/monitoring/ona-alerts.yml", "utf8");
const asked = [
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...[...alerts.matchAll(/expr: (.+)/g)].map(([, expr = ""]) => expr),
];

/** The labels of each metric on /metrics, each label with its values. */
async function shown(): Promise<Map<string, Map<string, Set<string>>>> {
  const metrics = createMetrics(measures, () => {});
  metrics.observe(ENDED);
  // The event loop is measured only from the first request of the metrics on, so the metrics of that request are
  // ignored.
  await metrics.registry.metrics();
  const text = await metrics.registry.metrics();
  metrics.stop();
  const found = new Map<string, Map<string, Set<string>>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^(ona_\w+)(?:\{(.*)\})? /gm)) {
    const values = found.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      values.set(label, (values.get(label) ?? new Set<string>()).add(value));
    found.set(name, values);
  }
  return found;
}

test("[RUN-12] every metric of the board and the alerts is in the product's, with the labels that are asked for", async () => {
  const found = await shown();
  expect(board.panels.length).toBeGreaterThan(10);
  expect(asked.length).toBeGreaterThan(20);
  const wrong = asked.flatMap((expr) =>
    [...expr.matchAll(/\b(ona_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = "", labels = ""]) => {
      const values = found.get(name);
      if (!values) return [`${name} is not shown`];
      return [...labels.matchAll(/(\w+)(=|!=|=~|!~)"([^"]*)"/g)]
        .filter(([, label = "", how, value = ""]) => {
          if (label === "job") return false;
          const has = values.get(label);
          return !has || (how === "=" && !has.has(value));
        })
        .map(([text]) => `${name} has no ${text}`);
    }),
  );
  expect(wrong).toEqual([]);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;

testWhere(promtool ? null : "promtool is missing: apt-get install prometheus")(
  "Prometheus reads the alerts",
  () => {
    const { status, stderr } = spawnSync("promtool", ["check", "rules", "docs/monitoring/ona-alerts.yml"], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  },
);
