import { expect, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";
import type { Measures } from "./measures.ts";

const QUEUE = { kind: "mail", waiting: 3, retrying: 2, running: 1, failed: 4, oldestSeconds: 90 };
const measures: Measures = {
  pool: () => ({ total: 5, idle: 3, waiting: 1 }),
  streams: () => ({ all: 7, public: 4 }),
  cache: () => ({ hits: 10, misses: 2 }),
  backups: () => ({
    scheduled: true,
    count: 3,
    lastAt: new Date("2026-11-22T01:30:00Z"),
    lastBytes: 1000,
    failedAt: null,
    error: null,
  }),
  database: () => Promise.resolve({ queues: [QUEUE, { ...QUEUE, kind: "pictures" }], databaseBytes: 12_345 }),
};

const ENDED = {
  id: "id",
  principal: "guest",
  method: "GET",
  route: "/track",
  status: 200,
  ms: 30,
  bytes: 500,
  ip: "203.0.113.7",
  traceparent: null,
} as const;

test("[RUN-12] the metrics count requests by route and status, and show queues, mails and the database", async () => {
  const metrics = createMetrics(measures, () => {});
  metrics.observe(ENDED);
  metrics.observe({ ...ENDED, status: 503, method: "PROPFIND" });
  metrics.observe({ ...ENDED, route: "/live/track", ms: 60_000 });
  const text = await metrics.registry.metrics();
  metrics.stop();
  for (const line of [
    'ona_http_request_seconds_bucket{le="0.05",route="/track",method="GET",status="200"} 1',
    'ona_http_request_seconds_count{route="/track",method="other",status="503"} 1',
    "ona_http_response_bytes_total 1500",
    'ona_database_connections{state="used"} 2',
    'ona_live_streams{audience="session"} 3',
    'ona_cache_lookups_total{result="hit"} 10',
    "ona_database_up 1",
    'ona_jobs{kind="pictures",state="failed"} 4',
    'ona_jobs_oldest_seconds{kind="mail"} 90',
    'ona_mails{state="waiting"} 6',
    'ona_mails{state="failed"} 4',
    "ona_database_bytes 12345",
    "ona_backup_last_success_timestamp_seconds 1795311000",
    "ona_backup_failed 0",
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toMatch(/route="\/live|203\.0\.113/);
  expect(text).toMatch(/ona_info\{version="\d+\.\d+\.\d+"\} 1/);
});

test("[RUN-12] a database that does not answer leaves its own metrics out, and no other", async () => {
  const onProblem = vi.fn<(error: unknown) => void>();
  const away = { ...measures, database: () => Promise.reject(new Error("away")) };
  const metrics = createMetrics(away, onProblem);
  const text = await metrics.registry.metrics();
  metrics.stop();
  expect(text).toContain("ona_database_up 0\n");
  expect(text).toContain('ona_live_streams{audience="public"} 4\n');
  expect(text).not.toMatch(/^ona_(jobs|mails|database_bytes)[{ ]/m);
  expect(onProblem).toHaveBeenCalled();
});
