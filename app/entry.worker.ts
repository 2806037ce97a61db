/** The service worker's script, with the kinds of entries that it sends. */
import { startWorker } from "./offline/service-worker.ts";
import { registerQueueKinds } from "./queue-kinds.ts";

registerQueueKinds();
startWorker();
