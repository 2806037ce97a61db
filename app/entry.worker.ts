/** The service worker's script, with the kinds of entries that it sends. */
import { registerKinds } from "./offline/queue-kind.ts";
import { startWorker } from "./offline/service-worker.ts";
import { QUEUE_KINDS } from "./queue-kinds.ts";

registerKinds(async () => QUEUE_KINDS);
startWorker();
