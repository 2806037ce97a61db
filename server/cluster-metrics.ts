/** /metrics with WEB_CONCURRENCY: the worker that is asked has the first process add up the metrics of all workers. */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

const ASK = "ona:metrics";
type Answer = { type: typeof ASK; id: number; text: string | null };
const WAIT_MS = 6_000;

/** In the first process: answers the workers. */
export function answerWorkers(): void {
  const all = new AggregatorRegistry();
  cluster.on("message", (worker: Worker, message: { type?: string; id?: number }) => {
    if (message.type !== ASK) return;
    const reply = (text: string | null) =>
      worker.isConnected() && worker.send({ type: ASK, id: message.id, text });
    all.clusterMetrics().then(reply, () => reply(null));
  });
}

/** The text of /metrics: of this process where it is alone, of all workers where it is one of them. */
export function metricsText(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Listens for the first process's questions.
  void new AggregatorRegistry();
  let asked = 0;
  return () =>
    new Promise((done, failed) => {
      const id = asked++;
      const late = setTimeout(() => settle(null), WAIT_MS);
      const onMessage = (message: Answer) =>
        message.type === ASK && message.id === id && settle(message.text);
      const settle = (text: string | null) => {
        clearTimeout(late);
        process.off("message", onMessage);
        if (text === null) failed(new Error("a process did not send its metrics in time"));
        else done(text);
      };
      process.on("message", onMessage);
      process.send?.({ type: ASK, id });
    });
}
