/** Reads the values of a running product for /metrics. */
import type { Connections } from "../../app/platform/db/connections.server.ts";
import { readDatabaseSize, readQueues, type QueueState } from "../../app/platform/jobs/queue-state.server.ts";
import type { Services } from "../../app/platform/services.server.ts";

type DatabaseMetricValues = { queues: QueueState[]; databaseBytes: number };

export type MetricValues = {
  pool(): { total: number; idle: number; waiting: number };
  streams(): { all: number; public: number };
  cache(): Services["cacheLookups"];
  backups(): Services["backups"];
  /** Returns the values from the database, which are at most 10 s old. */
  database(): Promise<DatabaseMetricValues>;
};

/** The longest time for which values are cached, so that several collectors cause only one query per process. */
const FRESH_MS = 10_000;

export function metricValuesOf(services: Services, pool: Connections): MetricValues {
  let asked: { at: number; response: Promise<DatabaseMetricValues> } | null = null;
  const read = async () => ({
    queues: await readQueues(services.db),
    databaseBytes: await readDatabaseSize(services.db),
  });
  return {
    pool: () => pool.count,
    streams: () => services.live.streams,
    cache: () => services.cacheLookups,
    backups: () => services.backups,
    database() {
      const at = performance.now();
      if (asked && at - asked.at < FRESH_MS) return asked.response;
      asked = { at, response: read() };
      asked.response.catch(() => (asked = null));
      return asked.response;
    },
  };
}
