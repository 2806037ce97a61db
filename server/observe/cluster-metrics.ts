/**
 * Collects /metrics if WEB_CONCURRENCY is set: a worker asks the first process for the sum over all workers that serve.
 * A worker that is still starting has counted nothing and cannot respond yet.
 */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** The type of the message by which a worker asks for the sum over all workers, and of the response. */
const ASK = "ona:metrics";
/** The type of the message by which the first process asks a worker for its metrics, and of the response. */
const COLLECT = "ona:metrics-of-one";
const COLLECT_MS = 5_000;
/** How long a worker waits: longer than COLLECT_MS, so that the first process is the first to report an error. */
const WAIT_MS = 6_000;

type Collected = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
type Message = { type?: string; id?: number; text?: string | null; metrics?: Collected };

/** Answers the workers' requests for metrics. Must be called in the first process. */
export function respondToWorkers(): void {
  const serving = new Set<Worker>();
  const waiting = new Map<number, { worker: Worker; settle(metrics: Collected): void }>();
  let asked = 0;
  cluster.on("listening", (worker) => serving.add(worker));
  for (const end of ["disconnect", "exit"] as const)
    cluster.on(end, (worker) => {
      serving.delete(worker);
      // The counts of a worker that has ended are lost. The other counts are still reported.
      for (const one of waiting.values()) if (one.worker === worker) one.settle([]);
    });

  const collect = (worker: Worker) =>
    new Promise<Collected>((done, failed) => {
      const id = asked++;
      const late = setTimeout(() => {
        waiting.delete(id);
        failed(new Error("a process did not send its metrics"));
      }, COLLECT_MS);
      const settle = (metrics: Collected) => {
        clearTimeout(late);
        waiting.delete(id);
        done(metrics);
      };
      waiting.set(id, { worker, settle });
      worker.send({ type: COLLECT, id } satisfies Message);
    });
  const sum = async () =>
    AggregatorRegistry.aggregate(
      await Promise.all([...serving].filter((worker) => worker.isConnected()).map(collect)),
    ).metrics();

  cluster.on("message", (worker: Worker, { type, id, metrics }: Message) => {
    if (type === COLLECT && id !== undefined) waiting.get(id)?.settle(metrics ?? []);
    if (type !== ASK) return;
    const reply = (text: string | null) =>
      worker.isConnected() && worker.send({ type: ASK, id, text } satisfies Message);
    sum().then(reply, () => reply(null));
  });
}

/** Returns a function that reads the metrics: of this process, or in a worker the sum over all workers. */
export function metricsText(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  const responses = new Map<number, (text: string | null) => void>();
  let asked = 0;
  process.on("message", ({ type, id, text }: Message) => {
    if (id === undefined) return;
    if (type === ASK) responses.get(id)?.(text ?? null);
    if (type === COLLECT)
      registry.getMetricsAsJSON().then(
        (metrics) => process.send?.({ type, id, metrics }),
        // A worker that fails sends nothing. The first process reports the missing metrics after COLLECT_MS.
        () => {},
      );
  });
  return () =>
    new Promise((done, failed) => {
      const id = asked++;
      const late = setTimeout(() => settle(null), WAIT_MS);
      const settle = (text: string | null) => {
        clearTimeout(late);
        responses.delete(id);
        if (text === null) failed(new Error("a process did not send its metrics in time"));
        else done(text);
      };
      responses.set(id, settle);
      process.send?.({ type: ASK, id });
    });
}
