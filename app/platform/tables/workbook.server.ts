/** TABLE-3: reads XLSX files in a thread, with limits for time, memory and unpacked size. */
import { Worker } from "node:worker_threads";
import { fairQueue, QueueFull } from "../files/fair-queue.ts";

/** The rows of the sheet with the most filled cells. `others` has the names of the other sheets that have rows. */
export type Workbook = { rows: string[][]; sheet: string; others: string[] };
export type WorkbookProblem = {
  problem: "damaged" | "too_large" | "too_many_rows" | "too_many_columns" | "busy";
};
/** Reads a workbook for `person`. The files of one person do not delay the files of other people. */
export type ReadWorkbook = (
  person: string,
  bytes: Uint8Array,
  most: { rows: number; columns: number },
) => Promise<Workbook | WorkbookProblem>;

/** The most bytes after unpacking. A sheet of 20,000 rows with twelve columns unpacks to 15 MB. */
const MOST_UNPACKED = 48 * 1024 * 1024;
const MOST_HEAP_MB = 320;
const MOST_MS = 10_000;

/** The source file of the thread. In the built product it is beside the build. */
const WORKER = new URL(
  import.meta.url.includes("/build/server/")
    ? `${import.meta.url.slice(0, import.meta.url.lastIndexOf("/build/server/"))}/app/platform/tables/workbook-worker.server.ts`
    : new URL("./workbook-worker.server.ts", import.meta.url),
);

/** Makes a reader that reads one file at a time, each in a new thread. People with waiting files take turns. */
export function workbookReader(limits: { unpacked?: number; ms?: number } = {}): ReadWorkbook {
  const inTurn = fairQueue({ ofOne: 2, ofAll: 20 });
  const { unpacked = MOST_UNPACKED, ms = MOST_MS } = limits;
  return async (person, bytes, { rows, columns }) => {
    const data = { bytes, mostBytes: unpacked, mostRows: rows, mostColumns: columns };
    try {
      return await inTurn(person, () => inThread(data, ms));
    } catch (error) {
      if (error instanceof QueueFull) return { problem: "busy" };
      throw error;
    }
  };
}

function inThread(workerData: object, ms: number): Promise<Workbook | WorkbookProblem> {
  return new Promise((done) => {
    const worker = new Worker(WORKER, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // Without this option, the thread's warnings would become lines of the log.
      execArgv: ["--no-warnings"],
    });
    const end = (result: Workbook | WorkbookProblem) => {
      clearTimeout(timer);
      done(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ problem: "too_large" }), ms);
    worker.once("message", end);
    worker.once("error", () => end({ problem: "too_large" }));
    worker.once("exit", () => end({ problem: "damaged" }));
  });
}
