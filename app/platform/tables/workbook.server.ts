/** Reads XLSX files in a thread, with bounds for time, memory and unpacked size. */
import { Worker } from "node:worker_threads";
import { fairQueue, QueueFull } from "../files/fair-queue.ts";

/** The sheet with the most filled cells. `others` has the names of further sheets with rows. */
export type Workbook = { rows: string[][]; sheet: string; others: string[] };
export type WorkbookProblem = {
  problem: "damaged" | "too_large" | "too_many_rows" | "too_many_columns" | "busy";
};
/** Reads a workbook for `person`, so that one person's files do not delay other people's files. */
export type ReadWorkbook = (
  person: string,
  bytes: Uint8Array,
  most: { rows: number; columns: number },
) => Promise<Workbook | WorkbookProblem>;

/** A sheet of 20,000 rows with twelve columns unpacks to 15 MB. */
const MOST_UNPACKED = 48 * 1024 * 1024;
const MOST_HEAP_MB = 320;
const MOST_MS = 10_000;

/** The thread's source file, which the built product has beside its build. */
const WORKER = new URL(
  import.meta.url.includes("/build/server/")
    ? `${import.meta.url.slice(0, import.meta.url.lastIndexOf("/build/server/"))}/app/platform/tables/workbook-worker.server.ts`
    : new URL("./workbook-worker.server.ts", import.meta.url),
);

/** Each file gets a thread when it is read, one after the other, in turn between people. */
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
      // The thread's warnings would be lines of the log.
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
