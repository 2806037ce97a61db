import { expect, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";
import { ENDED, measures } from "../../test/fixtures/metric-values.ts";

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
  // A name ends with _total if, and only if, it counts.
  for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm))
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
  expect(text).not.toMatch(/route="\/live|203\.0\.113/);
  expect(text).toMatch(/ona_info\{version="\d+\.\d+\.\d+"\} 1/);
});

test("[RUN-12] the event loop is watched from the first scrape on: an idle product that nobody asks does not wake up for it", async () => {
  const metrics = createMetrics(measures, () => {});
  expect(await metrics.registry.metrics()).not.toContain("ona_event_loop_delay_seconds{");
  await expect
    .poll(() => metrics.registry.metrics())
    .toMatch(/^ona_event_loop_delay_seconds\{quantile="0\.99"\} [\d.]+$/m);
  metrics.stop();
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
