/**
 * `BENCH_OTHER=FOLDER node scripts/run.mjs --built bench/pair-road.ts`: compares this product with the product of
 * another commit: the upload of deeds, the scans and the board. Both are measured in turn in one run, so that other
 * load of the machine affects both alike. Prints the medians and their ratio; exits with 1 if a ratio is above 1.1.
 * FOLDER is a built checkout (see pair.ts). Each product (a side) runs the benchmarks of its own folder on its own
 * PostgreSQL.
 * BENCH_ROWS: the number of bookings (150,000). BENCH_ROUNDS: how often each side is measured (5). BENCH_PARTS: what is
 * measured (road,upload).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Machine } from "./machine.ts";
import { quantile, type Say, type Section } from "./report.ts";

const MOST = 1.1;
const rows = Number(process.env["BENCH_ROWS"] ?? 150_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const parts = (process.env["BENCH_PARTS"] ?? "road,upload").split(",") as Part[];

type Measured = Record<string, number>;
type Part = "upload" | "road";
type Suite = (machine: Machine, total: number, say: Say) => Promise<Section>;

const rowOf = (section: Section, name: string) => section.rows.find(([first]) => first === name)!;
const number = (text = "") => Number(/[\d.]+/.exec(text.replaceAll(",", ""))?.[0]);

/**
 * The process of one side. It loads the database, then measures this folder's product whenever it gets a command, until
 * it gets the command to stop.
 */
async function beSide(): Promise<void> {
  const own = (file: string) => import(pathToFileURL(resolve("bench", file)).href);
  const { openMachine } = (await own("machine.ts")) as { openMachine(): Promise<Machine> };
  const { load } = (await own("load.ts")) as {
    load(url: string, total: number, say: Say): Promise<void>;
  };
  const { uploadSuite } = (await own("upload.ts")) as { uploadSuite: Suite };
  const { roadSuite } = (await own("road.ts")) as { roadSuite: Suite };
  const machine = await openMachine();
  const say: Say = () => undefined;
  await load(machine.databaseUrl, rows, say);
  const suites: Record<Part, () => Promise<Measured>> = {
    upload: async () => {
      const row = rowOf(await uploadSuite(machine, rows, say), "The upload");
      return { "A deed of an upload, CPU µs of server and PostgreSQL": number(row[2]) + number(row[3]) };
    },
    road: async () => {
      const road = await roadSuite(machine, rows, say);
      const names = ["A scan of Receive here (POST, JSON)", "A scan of a status (POST, JSON)"];
      names.push("The board of 2,000 pieces", "100 put on a run");
      return Object.fromEntries(names.map((name) => [`${name}, ms`, number(rowOf(road, name)[1])]));
    },
  };
  process.on("message", (part: Part | "stop") => {
    if (part === "stop") return void machine.stop().then(() => process.exit(0));
    return void suites[part]().then(
      (measured) => process.send!(measured),
      (error: unknown) => {
        console.error(error);
        void machine.stop().then(() => process.exit(1));
      },
    );
  });
  process.send!("ready");
}

/** Starts a side in a folder; resolves when the side has loaded its database. */
async function startSide(folder: string): Promise<ChildProcess> {
  const child = fork(import.meta.filename, ["side"], { cwd: folder });
  await answerOf(child);
  return child;
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const done = new AbortController();
  const { signal } = done;
  const gone = once(child, "exit", { signal }).then(() => Promise.reject(new Error("a side ended")));
  const told = once(child, "message", { signal }).then(([message]) => message as unknown);
  return Promise.race([told, gone]).finally(() => done.abort());
}

/** Measures a part on both sides in turn, and prints the medians. */
async function compare(sides: readonly ChildProcess[], part: Part): Promise<void> {
  const all = sides.map((): Measured[] => []);
  // The first round only warms up both sides.
  for (let round = -1; round < rounds; round++)
    for (const at of round % 2 ? [1, 0] : [0, 1]) {
      sides[at]!.send(part);
      const measured = (await answerOf(sides[at]!)) as Measured;
      if (round >= 0) all[at]!.push(measured);
      console.log(`${round < 0 ? "warming" : `round ${round + 1}`}, ${at ? "now" : "before"}:`, measured);
    }
  for (const name of Object.keys(all[0]![0]!)) {
    const [before, now] = all.map((each) =>
      quantile(
        each.map((one) => one[name]!),
        0.5,
      ),
    ) as [number, number];
    console.log(`${name}: before ${before}, now ${now}, ${(now / before).toFixed(2)} times`);
    if (!(now / before <= MOST)) process.exitCode = 1;
  }
}

async function main(): Promise<void> {
  const folders = [resolve(process.env["BENCH_OTHER"] ?? ""), resolve(".")];
  const sides: ChildProcess[] = [];
  try {
    for (const folder of folders) sides.push(await startSide(folder));
    for (const part of parts) await compare(sides, part);
  } finally {
    for (const side of sides.filter(({ connected }) => connected)) {
      side.send("stop");
      await once(side, "exit");
    }
  }
}

await (process.argv[2] === "side" ? beSide() : main());
