/**
 * The time of one scan at a hub, from the scanned code to the server's response: a receive scan compared with a status
 * scan, and with bare statements that write the same rows.
 */
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import pg from "pg";
import { ask } from "../test/fixtures/product.ts";
import { ms, quantile, type Target, times } from "./report.ts";

const ROUNDS = 150;
const WARMING = 30;
/** The longest time of a receive scan, as a multiple of the time of a status scan, which writes no hand-over. */
const MOST_BESIDE_STATUS = 1.5;
/**
 * The longest time of a receive scan, as a multiple of the time that prepared statements need to write the same rows.
 * Those statements need no HTTP, session or permission, and do not first read the state and holder of the piece.
 */
const MOST_BESIDE_BARE = 4;

type Where = { databaseUrl: string; origin: string; cookie: string; hubId: string };

/** The codes of the newest parcels that are still with their senders and go to a state to which a hub delivers. */
async function codesToScan(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>(
    `select tracking_code as code from bookings b join pieces p on p.booking_id = b.id
     where b.status = 'pending' and b.pieces = 1 and p.holder_kind = 'sender'
       and exists (select from hub_areas a where a.state = b.receiver_state) order by b.created_at desc limit $1`,
    [count],
  );
  if (rows.length < count) throw new Error(`only ${rows.length} parcels are with their senders`);
  return rows.map(({ code }) => code);
}

/** Writes the rows of one receive scan in one transaction: event, booking, hand-over, piece, log and key. */
async function bareReceive(client: pg.Client, code: string, hubId: string): Promise<void> {
  const run = <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
    client.query<Row>({ name, text, values });
  await client.query("begin");
  const { rows } = await run<{ booking: string; piece: string }>(
    "bare-find",
    `select b.id as booking, p.id as piece from bookings b join pieces p on p.booking_id = b.id and p.number = 1
     where b.tracking_code = $1 for no key update`,
    [code],
  );
  const { booking, piece } = rows[0]!;
  const { rows: acts } = await run<{ id: string }>(
    "bare-act",
    "insert into acts (kind, source, occurred_at, received_at) values ('received', 'scan', now(), now()) returning id",
    [],
  );
  const act = acts[0]!.id;
  await run(
    "bare-event",
    `insert into booking_events (booking_id, kind, from_status, to_status, hub_id, by_name, act_id)
     values ($1, 'arrived_at_hub', 'pending', 'in_transit', $2, 'Bench', $3)`,
    [booking, hubId, act],
  );
  await run(
    "bare-booking",
    "update bookings set status = 'in_transit', version = version + 1, updated_at = now() where id = $1",
    [booking],
  );
  await run(
    "bare-entry",
    `insert into custody_entries (piece_id, from_kind, to_kind, to_id, occurred_at, received_at, method, by_name, act_id)
     values ($1, 'sender', 'hub', $2, now(), now(), 'scan', 'Bench', $3)`,
    [piece, hubId, act],
  );
  await run(
    "bare-piece",
    "update pieces set holder_kind = 'hub', holder_id = $2, held_since = now() where id = $1",
    [piece, hubId],
  );
  await run(
    "bare-log",
    `insert into activity_logs (action, description, entity_type, entity_id, admin_name, admin_email)
     values ('receive', $1 || ': received', 'booking', $2, 'Bench', 'bench@example.ng')`,
    [code, booking],
  );
  await run("bare-key", "insert into idempotency_keys (key, response) values ($1, $2)", [randomUUID(), "{}"]);
  await client.query("commit");
}

/** Measures the bare statements and both scans in turn, so that other load of the machine affects all alike. */
export async function measureScans({ databaseUrl, origin, cookie, hubId }: Where) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const page = await ask(origin, "/admin/scan", { cookie });
  const agent = new Agent({ keepAlive: true });
  const owner = /data-owner="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const scan = async (fields: Record<string, string>, word: string) => {
    const form = { agedMs: "0", ...fields, idempotencyKey: randomUUID() };
    const headers = { "Ona-Owner": owner, Origin: origin };
    const reply = await ask(origin, "/admin/scan/one", { cookie, form, headers, agent });
    const { word: said } = JSON.parse(reply.text) as { word: string };
    if (reply.status !== 200 || said !== word) throw new Error(`a scan answered ${reply.status} ${said}`);
  };
  const kinds = [
    { name: "The statements of a receive alone", does: (code: string) => bareReceive(client, code, hubId) },
    {
      name: "A scan of a status (POST, JSON)",
      does: (code: string) => scan({ mode: "status", status: "in_transit", code }, "In Transit"),
    },
    {
      name: "A scan of Receive here (POST, JSON)",
      does: (code: string) => scan({ mode: "receive", hub: hubId, code }, "Right"),
    },
  ].map((kind) => ({ ...kind, all: [] as number[] }));
  try {
    const codes = await codesToScan(client, kinds.length * (ROUNDS + WARMING));
    for (let round = 0; round < WARMING + ROUNDS; round++)
      for (const { does, all } of kinds) {
        const code = codes.pop()!;
        const begun = performance.now();
        await does(code);
        if (round >= WARMING) all.push(performance.now() - begun);
      }
  } finally {
    agent.destroy();
    await client.end();
  }
  const [bare, status, receive] = kinds.map(({ all }) => quantile(all, 0.5)) as [number, number, number];
  const target = (what: string, ratio: number, most: number): Target => ({
    what,
    target: `≤ ${most} ×`,
    is: times(ratio),
    met: ratio <= most,
  });
  return {
    rows: kinds.map(({ name, all }) => [name, ms(quantile(all, 0.5)), ms(quantile(all, 0.95))]),
    targets: [
      target("a receive beside a scan of a status", receive / status, MOST_BESIDE_STATUS),
      target("a receive beside its statements alone", receive / bare, MOST_BESIDE_BARE),
    ],
  };
}
