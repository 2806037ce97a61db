/**
 * RUN-12: the metrics of this process in Prometheus' format. With WEB_CONCURRENCY, cluster-metrics.ts adds up the
 * counts and sizes of all processes. For two kinds of values it reports the maximum instead of the sum: values that are
 * the same in all processes, such as the number of jobs in the database, and the event loop's delay.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, Histogram, Registry, Counter } from "prom-client";
import type { MetricValues } from "./metric-values.ts";
import type { EndedRequest } from "../http/request-record.ts";
import { VERSION } from "../version.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * The interval at which the delay of the event loop is measured. Measuring wakes the process 25 times a second, so it
 * begins only with the first scrape (a collector's request for the metrics).
 */
const DELAY_RESOLUTION_MS = 40;

export function createMetrics(measures: MetricValues, onProblem: (error: unknown) => void) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "ona_http_request_seconds",
    help: "Requests by route, method and status, and how long they took. Live streams are not among them.",
    labelNames: ["route", "method", "status"] as const,
    buckets: SECONDS,
    registers,
  });
  const sent = new Counter({
    name: "ona_http_response_bytes_total",
    help: "Bytes sent, headers included.",
    registers,
  });
  const gauge = gaugesOf(registry);
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  processMetrics(registry, gauge, delay);
  gauge("ona_database_connections", "Connections of the pools for requests.", ["state"], "sum", (set) => {
    const { total, idle, waiting } = measures.pool();
    set(total - idle, { state: "used" });
    set(idle, { state: "idle" });
    set(waiting, { state: "waited_for" });
  });
  gauge("ona_live_streams", "Open live streams.", ["audience"], "sum", (set) => {
    const { all, public: open } = measures.streams();
    set(open, { audience: "public" });
    set(all - open, { audience: "session" });
  });
  counter(registry, "ona_cache_lookups_total", "Look-ups in the page cache.", ["result"], (add) => {
    const { hits, misses } = measures.cache();
    add(hits, { result: "hit" });
    add(misses, { result: "miss" });
  });
  gauge("ona_backup_last_success_timestamp_seconds", "When the newest backup was made.", [], "max", (set) => {
    const { lastAt } = measures.backups();
    if (lastAt) set(lastAt.getTime() / 1000);
  });
  gauge("ona_backup_failed", "Whether the last scheduled backup failed.", [], "max", (set) =>
    set(measures.backups().error === null ? 0 : 1),
  );
  databaseGauges(gauge, measures, onProblem);

  return {
    registry,
    observe({ route, method, status, ms, bytes }: EndedRequest): void {
      sent.inc(bytes);
      if (!route.startsWith("/live/"))
        requests.observe({ route, method: METHODS.has(method) ? method : "other", status }, ms / 1000);
    },
    stop: () => delay.disable(),
  };
}

/**
 * The methods with their own value of the label `method`. A client may send any text as a method, so all others share
 * one value.
 */
const METHODS = new Set(["GET", "HEAD", "POST"]);

type SetGauge = (value: number, labels?: Record<string, string>) => void;
type AddGauge = ReturnType<typeof gaugesOf>;

const gaugesOf =
  (registry: Registry) =>
  (
    name: string,
    help: string,
    labelNames: string[],
    aggregator: "sum" | "max" | "first",
    read: (set: SetGauge) => void | Promise<void>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator,
      registers: [registry],
      async collect() {
        this.reset();
        // After a reset, a gauge without labels would be 0, which looks like a measured value.
        if (labelNames.length === 0) this.remove();
        await read((value, labels = {}) => this.set(labels, value));
      },
    });
  };

/** Adds a counter whose value each scrape reads from elsewhere. Its name ends with `_total`. */
function counter(
  registry: Registry,
  name: `${string}_total`,
  help: string,
  labelNames: string[],
  read: (add: SetGauge) => void,
): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      read((value, labels = {}) => this.inc(labels, value));
    },
  });
}

function processMetrics(
  registry: Registry,
  gauge: AddGauge,
  delay: ReturnType<typeof monitorEventLoopDelay>,
): void {
  gauge("ona_info", "1, with the version.", ["version"], "first", (set) => set(1, { version: VERSION }));
  gauge("ona_process_resident_bytes", "Memory of the app's processes.", [], "sum", (set) =>
    set(process.memoryUsage.rss()),
  );
  counter(registry, "ona_process_cpu_seconds_total", "CPU time of the app's processes.", [], (add) => {
    const { user, system } = process.cpuUsage();
    add((user + system) / 1e6);
  });
  gauge(
    "ona_event_loop_delay_seconds",
    "How late the event loop came, since the last scrape; of the worst process.",
    ["quantile"],
    "max",
    (set) => {
      // Measuring begins with the first scrape. Without a collector, the measuring would be most of the cost of an idle
      // product.
      if (delay.enable()) return;
      const beyond = (ns: number) => Math.max(0, ns / 1e9 - DELAY_RESOLUTION_MS / 1000);
      set(beyond(delay.percentile(50)), { quantile: "0.5" });
      set(beyond(delay.percentile(99)), { quantile: "0.99" });
      set(beyond(delay.max), { quantile: "1" });
      delay.reset();
    },
  );
}

/**
 * Adds the metrics of the database. If the database does not respond, these metrics are left out and all others are
 * still reported.
 */
function databaseGauges(gauge: AddGauge, measures: MetricValues, onProblem: (error: unknown) => void): void {
  const ask = async () => {
    try {
      return await measures.database();
    } catch (error) {
      onProblem(error);
      return null;
    }
  };
  gauge("ona_database_up", "Whether the database answers.", [], "max", async (set) =>
    set((await ask()) ? 1 : 0),
  );
  gauge("ona_jobs", "Unfinished jobs.", ["kind", "state"], "max", async (set) => {
    for (const { kind, waiting, retrying, running, failed } of (await ask())?.queues ?? [])
      for (const [state, count] of Object.entries({ waiting, retrying, running, failed }))
        set(count, { kind, state });
  });
  gauge(
    "ona_jobs_oldest_seconds",
    "Age of the oldest job that is not done.",
    ["kind"],
    "max",
    async (set) => {
      for (const { kind, oldestSeconds } of (await ask())?.queues ?? []) set(oldestSeconds, { kind });
    },
  );
  gauge("ona_mails", "Mails that were not sent.", ["state"], "max", async (set) => {
    const mails = (await ask())?.queues.filter(({ kind }) => kind === "mail" || kind === "link");
    if (!mails) return;
    const sum = (of: "waiting" | "retrying" | "running" | "failed") =>
      mails.reduce((total, queue) => total + queue[of], 0);
    set(sum("waiting") + sum("running") + sum("retrying"), { state: "waiting" });
    set(sum("retrying"), { state: "retrying" });
    set(sum("failed"), { state: "failed" });
  });
  gauge("ona_database_bytes", "Size of the database.", [], "max", async (set) => {
    const response = await ask();
    if (response) set(response.databaseBytes);
  });
}
