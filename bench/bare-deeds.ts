/**
 * The lower limit of the cost of riders' uploads: prepared statements that only write the rows of the deeds, one for
 * each table, without HTTP and without reads.
 */
import pg from "pg";
import { POOL_CONNECTIONS } from "../app/platform/db/client.server.ts";
import type { Deed } from "../app/road/deeds/protocol.ts";
import type { FullRun, Parcel } from "./load-upload.ts";

export type BareRun = FullRun & { device: string; deeds: Deed[] };

/** The statements that store one delivery. Each is named after the row that it writes. `at` is the time of delivery. */
const STATEMENTS: Record<string, string> = {
  act: `insert into acts (kind, source, author_id, occurred_at, received_at, run_id, deed_id)
    values ('delivered', 'phone', $1, $2, now(), $3, $4) returning id`,
  event: `insert into booking_events (booking_id, kind, from_status, to_status, run_id, hub_id, by_name, note, occurred_at, received_at, act_id)
    values ($1, 'delivered', 'in_transit', 'delivered', $2, $3, 'Bench', 'Ada Obi', $4, now(), $5) returning id`,
  booking:
    "update bookings set status = 'delivered', delivered_at = $2, version = version + 1, updated_at = now() where id = $1",
  job: `insert into pgboss.job (id, name, data, start_after, keep_until, policy, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max)
    select gen_random_uuid(), name, $1::jsonb, now() + interval '1 day', now() + interval '14 days', policy, expire_seconds, deletion_seconds, retry_limit,
      retry_delay, retry_backoff, retry_delay_max from pgboss.queue where name = 'mail'`,
  entry: `insert into custody_entries (piece_id, from_kind, from_id, to_kind, occurred_at, received_at, method, run_id, by_name, act_id)
    values ($1, 'rider', $2, 'receiver', $3, now(), 'typed', $4, 'Bench', $5)`,
  piece: "update pieces set holder_kind = 'receiver', holder_id = null, held_since = $2 where id = $1",
  place:
    "update run_pieces set outcome = 'delivered', ended_at = $3 where run_id = $1 and piece_id = $2 and ended_at is null",
  proof: `insert into proofs (deed_id, booking_id, pieces, run_id, kind, taken_by, pictures, flags, by_name, occurred_at, received_at, act_id)
    values ($1, $2, '{1}', $3, 'photo', 'Ada Obi', 1, '{}', 'Bench', $4, now(), $5)`,
  deed: `insert into rider_deeds (deed_id, device_id, rider_id, seq, kind, run_id, run_version, protocol, body, occurred_at, received_at, flags, booking_ids)
    values ($1, $2, $3, $4, 'delivered', $5, 1, 1, $6, $7, now(), '{}', $8)`,
};

async function bareDeed(
  client: pg.PoolClient,
  run: BareRun,
  deed: Deed,
  { bookingId, pieceId }: Parcel,
  hubId: string,
) {
  const does = (name: string, values: unknown[]) =>
    client.query<{ id: string }>({ name: `bare-${name}`, text: STATEMENTS[name]!, values });
  const at = new Date(deed.clock.at);
  const { rows: acts } = await does("act", [run.riderId, at, run.id, deed.id]);
  const act = acts[0]!.id;
  const { rows } = await does("event", [bookingId, run.id, hubId, at, act]);
  await does("booking", [bookingId, at]);
  await does("job", [JSON.stringify({ kind: "status_changed", bookingId, eventId: Number(rows[0]!.id) })]);
  await does("entry", [pieceId, run.riderId, at, run.id, act]);
  await does("piece", [pieceId, at]);
  await does("place", [run.id, pieceId, at]);
  await does("proof", [deed.id, bookingId, run.id, at, act]);
  await does("deed", [deed.id, run.device, run.riderId, deed.seq, run.id, deed, at, [bookingId]]);
}

/**
 * Writes the deeds of all runs on as many connections as the product has. Each transaction contains `together` deeds.
 */
export async function bareDeeds(
  databaseUrl: string,
  runs: readonly BareRun[],
  together: number,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_CONNECTIONS });
  const { rows } = await pool.query<{ hub: string }>("select hub_id as hub from runs where id = $1", [
    runs[0]!.id,
  ]);
  const hubId = rows[0]!.hub;
  const transact = async (run: BareRun, from: number) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      for (const [n, deed] of run.deeds.slice(from, from + together).entries())
        await bareDeed(client, run, deed, run.parcels[from + n]!, hubId);
      await client.query("commit");
    } finally {
      client.release();
    }
  };
  const send = async (run: BareRun) => {
    for (let from = 0; from < run.deeds.length; from += together) await transact(run, from);
  };
  await Promise.all(runs.map(send)).finally(() => pool.end());
}
