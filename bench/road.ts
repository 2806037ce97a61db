/** Hubs and runs: the reports about parcels over a year of bookings, and the pages of a hub that holds 2,000 pieces. */
import { ask, signIn } from "../test/fixtures/product.ts";
import { fillHub, loadRoad, type BusyHub } from "./load-road.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, type Say, type Section, type Target, times } from "./report.ts";
import { measureScans } from "./scan.ts";

const ROUNDS = 40;
const WARMING = 6;
const OPEN_PIECES = 2000;

type Asked = { name: string; path: string; all: number[] };
const asked = (name: string, path: string): Asked => ({ name, path, all: [] });
const median = ({ all }: Asked) => quantile(all, 0.5);
const row = ({ name, all }: Asked) => [name, ms(quantile(all, 0.5)), ms(quantile(all, 0.95))];

/** Requests the pages in turn, so that other load of the machine affects all alike. */
async function inTurns(origin: string, cookie: string, pages: readonly Asked[]): Promise<void> {
  for (let round = 0; round < WARMING + ROUNDS; round++)
    for (const { path, all } of pages) {
      const begun = performance.now();
      const reply = await ask(origin, path, { cookie });
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      if (round >= WARMING) all.push(performance.now() - begun);
    }
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Measures the pages of the parcel reports. Each report of a year is compared with the same report of a day. */
export async function parcelReportSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await loadRoad(machine.databaseUrl, say);
  const { origin } = machine.product;
  const views = ["hub", "lane", "week", "run", "rider", "denied"] as const;
  const page = (name: string, by: string, from: string) =>
    asked(`${name} by ${by}`, `/admin/reports/parcels?by=${by}&from=${from}&to=${dayAgo(0)}`);
  const pairs = views.map((by) => [page("A day", by, dayAgo(0)), page("A year", by, dayAgo(365))] as const);
  await inTurns(origin, await signIn(origin), pairs.flat());
  return {
    title: `Reports of parcels over ${total.toLocaleString("en")} bookings (HTML page)`,
    text: "A day and a year are asked in turns. From kept numbers: by lane of the bookings, by hub and run of 20 hubs with three runs a day.",
    head: ["", "p50", "p95"],
    rows: pairs.flat().map(row),
    targets: pairs.map(([day, year], n) => {
      const ratio = median(year) / median(day);
      // The report about denied attempts has a hundred lines for a year, and few for a day. So a larger ratio is
      // allowed.
      const most = views[n] === "denied" ? 5 : 2;
      return {
        what: `a year by ${views[n]} beside a day`,
        target: `≤ ${most} ×`,
        is: times(ratio),
        met: ratio <= most,
      };
    }),
  };
}

type Road = { machine: Machine; origin: string; cookie: string; hub: BusyHub };
type Measured = { rows: string[][]; targets: Target[] };

/** Measures a page that shows many pieces. Compares it with the page `beside`, which shows none of these pieces. */
async function measurePage(
  { origin, cookie }: Road,
  page: { name: string; path: string },
  beside: { name: string; path: string },
  most = 3,
): Promise<Measured> {
  const both = [asked(beside.name, beside.path), asked(page.name, page.path)] as const;
  await inTurns(origin, cookie, both);
  const ratio = median(both[1]) / median(both[0]);
  return {
    rows: both.map(row),
    targets: [
      {
        what: `${page.name} beside ${beside.name}`,
        target: `≤ ${most} ×`,
        is: times(ratio),
        met: ratio <= most,
      },
    ],
  };
}

const MOVED = 100;
const MOVES = 10;

/** Posts a form of the board; throws if the form was refused. */
async function send({ origin, cookie }: Road, path: string, form: Record<string, string>): Promise<void> {
  const key = crypto.randomUUID();
  const reply = await ask(origin, path, { cookie, form: { idempotencyKey: key, ...form } });
  if (reply.status !== 302) throw new Error(`${path} answered ${reply.status}`);
}

/**
 * Measures how long it takes to put a hundred pieces of the board on a run, and to remove them again. Compares this
 * with the time to open the board.
 */
async function moveHundred(road: Road): Promise<Measured> {
  const { origin, cookie, hub } = road;
  const whole = `/admin/runs?hub=${hub.hubId}`;
  const folded = /href="\/admin\/runs\?([^"]*open=[^"]+)"/.exec(
    (await ask(origin, whole, { cookie })).text,
  )?.[1];
  if (!folded) throw new Error("the board folds no group");
  const board = `/admin/runs?${folded.replaceAll("&amp;", "&")}`;
  const page = (await ask(origin, board, { cookie })).text;
  const ticked = [...page.matchAll(/name="(piece:[0-9a-f-]{36})"/g)]
    .slice(0, MOVED)
    .map(([, name]) => [name!, "on"]);
  if (ticked.length < MOVED) throw new Error(`the board shows ${ticked.length} pieces`);
  const pieces = Object.fromEntries(ticked) as Record<string, string>;
  const run = hub.runIds[0]!;
  const shown = asked("the board", board);
  const put = asked(`${MOVED} put on a run`, board);
  const off = asked(`${MOVED} taken off it`, `/admin/runs/${run}`);
  const timed = async ({ all }: Asked, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    all.push(performance.now() - begun);
  };
  for (let round = 0; round < MOVES; round++) {
    await timed(shown, () => ask(origin, board, { cookie }));
    await timed(put, () => send(road, board, { intent: "assign", run, ...pieces }));
    await timed(off, () => send(road, off.path, { intent: "unassign", ...pieces }));
  }
  const ratio = median(put) / median(shown);
  return {
    rows: [put, off].map(row),
    targets: [{ what: `${put.name} beside the board`, target: "≤ 2 ×", is: times(ratio), met: ratio <= 2 }],
  };
}

/** The measurements at the hub, one after the other. Some of them move pieces, so those that only read come first. */
const AT_THE_HUB: readonly ((road: Road) => Promise<Measured>)[] = [
  (road) =>
    measurePage(
      road,
      {
        name: `The board of ${OPEN_PIECES.toLocaleString("en")} pieces`,
        path: `/admin/runs?hub=${road.hub.hubId}`,
      },
      { name: "the list of bookings", path: "/admin/bookings" },
      // The board may take 8 times as long as the list of bookings (150 ms and 20 ms when this was set), because it
      // reads and groups 2,000 pieces and the newest 1,500 pickups.
      8,
    ),
  moveHundred,
  (road) =>
    measurePage(
      road,
      { name: "The report of parcels by run", path: `/admin/reports/parcels?by=run&hub=${road.hub.hubId}` },
      { name: "the scan's page", path: "/admin/scan" },
    ),
  ({ machine, origin, cookie, hub }) =>
    measureScans({ databaseUrl: machine.databaseUrl, origin, cookie, hubId: hub.hubId }),
];

/** Measures a hub with 2,000 pieces among many bookings. */
export async function roadSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await loadRoad(machine.databaseUrl, say);
  const hub = await fillHub(machine.databaseUrl, OPEN_PIECES);
  const { origin } = machine.product;
  const road: Road = { machine, origin, cookie: await signIn(origin), hub };
  const all: Measured[] = [];
  for (const measure of AT_THE_HUB) all.push(await measure(road));
  return {
    title: `A hub with ${hub.codes.length.toLocaleString("en")} pieces among ${total.toLocaleString("en")} bookings`,
    head: ["", "p50", "p95"],
    rows: all.flatMap(({ rows }) => rows),
    targets: all.flatMap(({ targets }) => targets),
  };
}
