/** The script of the service worker. Registers the kinds of queued entries that the service worker sends. */
import { registerKinds } from "./offline/queue-kind.ts";
import { startWorker } from "./offline/service-worker.ts";
import { QUEUE_KINDS } from "./queue-kinds.ts";

registerKinds(async () => QUEUE_KINDS);
startWorker();
