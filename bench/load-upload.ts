/**
 * Adds riders who are out with full runs. Their phones upload deeds (upload.ts). The parcels are copies of the newest
 * existing ones.
 */
import pg from "pg";
import { analyse } from "./fill.ts";
import { codeOf } from "./load.ts";
import { BUSY_HUB } from "./load-road.ts";

/** The copied parcels get tracking codes from this number on. The codes of all other bookings have lower numbers. */
const FIRST_CODE = 90_000_000;
const COPIED = `sender_name, sender_email, sender_phone, sender_address, sender_town, sender_state, receiver_name, receiver_phone, receiver_address,
  receiver_town, receiver_state, package_description, package_weight, package_type, delivery_type`;

export type Parcel = { bookingId: string; pieceId: string };
export type FullRun = { id: string; riderId: string; parcels: Parcel[] };

/**
 * Adds riders to the busy hub, without changing the riders that the hub already has. Returns the ids of the new riders.
 */
export async function addRiders(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into riders (name, phone, hub_id)
     select 'Upload ' || gen_random_uuid(), '+2348' || lpad(floor(random() * 1e9)::text, 9, '0'), h.id
     from hubs h, generate_series(1, $2) n where h.code = $1 returning id`,
    [BUSY_HUB, count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Adds a run with `parcels` undelivered parcels for each rider. In the state `out`, the run left the hub eight hours
 * ago. In the state `loaded`, it was sealed eight hours ago and has not left.
 */
export async function sendOut(
  client: pg.Client,
  riderIds: string[],
  parcels: number,
  state: "out" | "loaded" = "out",
): Promise<FullRun[]> {
  const { rows: made } = await client.query<{ id: string; rider: string }>(
    `insert into runs (form_key, name, kind, day, hub_id, rider_id, state, sealed_at, out_at)
     select gen_random_uuid(), 'UP-' || left(gen_random_uuid()::text, 8), 'delivery', current_date, r.hub_id, r.id, $2::text, at, case when $2::text = 'out' then at end
     from riders r, lateral (select now() - interval '8 hours' as at) t where r.id = any($1) returning id, rider_id as rider`,
    [riderIds, state],
  );
  const { rows: there } = await client.query<{ n: number }>(
    "select count(*)::int as n from bookings where notes = 'upload'",
  );
  const codes = Array.from({ length: made.length * parcels }, (_, n) => codeOf(FIRST_CODE + there[0]!.n + n));
  await client.query(
    `insert into bookings (tracking_code, form_key, ${COPIED}, notes, status, created_at, updated_at, estimated_delivery)
     select c.code, gen_random_uuid(), ${COPIED}, 'upload', 'in_transit', now() - interval '1 day', now(), now() + interval '1 day'
     from unnest($1::text[]) with ordinality c (code, nr)
     join (select *, row_number() over () as nr from (select * from bookings order by created_at desc limit $2) newest) b using (nr)`,
    [codes, codes.length],
  );
  const { rows } = await client.query<{ run: string; booking: string; piece: string }>(
    `with given as (
       select p.id as piece, b.id as booking, r.id as run, r.rider_id as rider, r.hub_id as hub, r.sealed_at as at, ((c.nr - 1) % $3)::int + 1 as stop
       from unnest($1::text[]) with ordinality c (code, nr) join bookings b on b.tracking_code = c.code join pieces p on p.booking_id = b.id
       join unnest($2::uuid[]) with ordinality o (run, nr) on o.nr = (c.nr - 1) / $3 + 1 join runs r on r.id = o.run
     ), act as (
       insert into acts (kind, source, occurred_at, received_at) values ('earlier', 'earlier', now(), now()) returning id as act
     ), events as (
       insert into booking_events (act_id, booking_id, kind, from_status, to_status, run_id, hub_id, by_name, occurred_at)
       select act, booking, 'booked', null, 'pending', null, null, 'Bench', at - interval '12 hours' from given, act
       union all select act, booking, 'out_for_delivery', 'pending', 'in_transit', run, hub, 'Bench', at from given, act where $4::text = 'out'
     ), entries as (
       insert into custody_entries (act_id, piece_id, from_kind, to_kind, to_id, occurred_at, received_at, method, run_id, by_name)
       select act, piece, 'sender', 'rider', rider, at, at, 'scan', run, 'Bench' from given, act
     ), held as (
       update pieces set holder_kind = 'rider', holder_id = rider, held_since = at from given where id = piece
     ), places as (
       insert into run_pieces (run_id, piece_id, stop, assigned_at, loaded_at, loaded_by) select run, piece, stop, at, at, 'scan' from given
     )
     select run, booking, piece from given order by run, stop`,
    [codes, made.map(({ id }) => id), parcels, state],
  );
  const byRun = Map.groupBy(rows, ({ run }) => run);
  return made.map(({ id, rider }) => ({
    id,
    riderId: rider,
    parcels: byRun.get(id)!.map(({ booking, piece }) => ({ bookingId: booking, pieceId: piece })),
  }));
}

/** Analyses the tables, so that PostgreSQL plans the statements of each measurement alike. */
export const analyseRoad = (databaseUrl: string): Promise<void> =>
  analyse(databaseUrl, "bookings", "booking_events", "pieces", "custody_entries", "runs", "run_pieces");
