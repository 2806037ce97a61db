/**
 * Adds hubs, riders, the runs of a year with the numbers for their reports, and a hub full of pieces. The database must
 * already have bookings.
 */
import pg from "pg";
import { columnOf, PARCEL_NUMBERS, type ParcelNumber } from "../app/domain/parcel-numbers.ts";
import { ROAD_KINDS } from "../app/domain/event-kinds.ts";
import { analyse } from "./fill.ts";
import type { Say } from "./report.ts";

/** The hubs: code, name and state. Each delivers to its whole state. */
const HUBS = [
  ["IKJ", "Ikeja", "Lagos"], ["KAN", "Kano", "Kano"], ["ABV", "Garki", "FCT"], ["PHC", "Port Harcourt", "Rivers"], ["IBA", "Ibadan", "Oyo"],
  ["BNI", "Benin City", "Edo"], ["ENU", "Enugu", "Enugu"], ["ONA", "Onitsha", "Anambra"], ["ABA", "Aba", "Abia"], ["WAR", "Warri", "Delta"],
  ["ABE", "Abeokuta", "Ogun"], ["ILR", "Ilorin", "Kwara"], ["JOS", "Jos", "Plateau"], ["KAD", "Kaduna", "Kaduna"], ["MIU", "Maiduguri", "Borno"],
  ["CBQ", "Calabar", "Cross River"], ["UYO", "Uyo", "Akwa Ibom"], ["QOW", "Owerri", "Imo"], ["AKR", "Akure", "Ondo"], ["SKO", "Sokoto", "Sokoto"],
]; // prettier-ignore
/** The hub whose board is measured, and which fillHub fills. */
export const BUSY_HUB = "IKJ";
const RIDERS_A_HUB = 4;
const DELIVERY_RUNS_A_DAY = 3;
const DAYS = 365;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * SQL for the parcel numbers in the reports, for one hub or run on one day. These numbers are made up from `n`, the
 * number of delivered pieces.
 */
const COUNTS: Record<ParcelNumber, string> = {
  pickedUp: "n / 2",
  arrived: "n",
  departed: "n / 2",
  sentOut: "n + n / 8",
  delivered: "n",
  onTime: "n - n / 10",
  firstTries: "n",
  firstDelivered: "n - n / 9",
  attempts: "n / 8",
  missing: "n / 60",
  returned: "n / 40",
};
const ROLL_UP = "do $$ begin while roll_up_parcel_changes(100000) > 0 loop end loop; end $$";
const columns = PARCEL_NUMBERS.map(columnOf).join(", ");
const counts = PARCEL_NUMBERS.map((name) => COUNTS[name]).join(", ");

/** Adds hubs with their areas, riders, and the runs of a year, today and tomorrow. The runs before today are closed. */
async function addRuns(client: pg.Client): Promise<void> {
  await client.query(
    `insert into hubs (name, code, phone, address, state, hours)
     select name, code, '+2348006622335', '1 Market Road, ' || name, state, 'Mon-Sat 8:00-18:00' from unnest($1::text[], $2::text[], $3::text[]) h (code, name, state)`,
    [0, 1, 2].map((n) => HUBS.map((hub) => hub[n])),
  );
  await client.query("insert into hub_areas (hub_id, state) select id, state from hubs");
  await client.query(
    `insert into riders (name, phone, hub_id)
     select 'Rider ' || code || ' ' || n, '+234803' || lpad((1000 * row_number() over (order by code, n))::text, 7, '0'), id
     from hubs, generate_series(1, ${RIDERS_A_HUB}) n`,
  );
  await client.query(
    `insert into runs (form_key, name, kind, day, hub_id, rider_id, state, sealed_at, out_at, returned_at, reconciled_at)
     select gen_random_uuid(), h.code || '-D-' || (${DELIVERY_RUNS_A_DAY} * back + n), 'delivery', current_date + 1 - back, h.id, r.id,
       case when back > 1 then 'reconciled' else 'planned' end, at, at, at, at
     from hubs h, generate_series(0, ${DAYS}) back, generate_series(1, ${DELIVERY_RUNS_A_DAY}) n,
       lateral (select case when back > 1 then now() - back * interval '1 day' end as at) t,
       lateral (select id from riders where hub_id = h.id order by name offset n - 1 limit 1) r`,
  );
}

/**
 * Adds the numbers for the reports about parcels. The numbers of lanes (pairs of states) are counted from the events of
 * the bookings. The numbers of hubs and runs are made up (COUNTS).
 */
async function countParcels(client: pg.Client, say: Say): Promise<void> {
  const begun = performance.now();
  await client.query(
    `insert into parcel_changes (booking_id, event_id) select booking_id, id from booking_events where kind = any($1) order by id`,
    [["status_set", ...ROAD_KINDS]],
  );
  await client.query(ROLL_UP);
  say(`counted the parcels in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await client.query(
    `insert into parcel_hub_days (day, hub_id, ${columns})
     select current_date - back, id, ${counts} from hubs, generate_series(0, ${DAYS}) back, lateral (select (40 + 200 * random())::int + 0 * back as n) v`,
  );
  await client.query(
    `insert into parcel_runs (run_id, ${columns})
     select id, ${counts} from runs, lateral (select (20 + 30 * random())::int + 0 * length(name) as n) v where state = 'reconciled'`,
  );
  await client.query("vacuum analyze parcel_hub_days, parcel_lane_totals, parcel_runs, parcel_changes, runs");
}

const NO_TRIGGERS = ["booking_events", "acts", "attempt_answers"];

/**
 * Adds the deeds of riders. Each delivered booking of the year was delivered on a run of its hub. Every eighth of them
 * also had a failed attempt on the day before. Every third receiver answered the question about the attempt, and half
 * of these denied that there was an attempt.
 */
async function addDeeds(client: pg.Client): Promise<void> {
  for (const table of NO_TRIGGERS) await client.query(`alter table ${table} disable trigger user`);
  const events = (kind: string, from: string, to: string, day: string, which: string) => `
    insert into booking_events (act_id, booking_id, piece, occurred_at, received_at, kind, reason, from_status, to_status, run_id)
    select (select min(id) from acts), d.id, 1, ${day}, ${day}, '${kind}', ${kind === "attempted" ? "'nobody_home'" : "null"}, '${from}', '${to}', r.id
    from (select *, row_number() over (order by created_at) as n from bookings where status = 'delivered' and delivered_at > now() - interval '${DAYS - 2} days') d
    join hubs h on h.state = d.receiver_state
    join lateral (select id from runs where hub_id = h.id and day = (${day})::date order by name offset d.n % ${DELIVERY_RUNS_A_DAY} limit 1) r on true
    where ${which}`;
  await client.query(
    events("attempted", "in_transit", "in_transit", "d.delivered_at - interval '1 day'", "d.n % 8 = 0"),
  );
  await client.query(events("delivered", "in_transit", "delivered", "d.delivered_at", "true"));
  await client.query(
    `insert into attempt_answers (event_id, booking_id, answer, attempted_at, answered_at)
     select id, booking_id, (array['right', 'nobody_came', 'right', 'not_called'])[1 + n % 4], occurred_at, occurred_at + interval '2 hours'
     from (select *, row_number() over (order by id) as n from booking_events where kind = 'attempted' and run_id is not null) e where n % 3 = 0`,
  );
  for (const table of NO_TRIGGERS) await client.query(`alter table ${table} enable trigger user`);
  await client.query("vacuum analyze booking_events, attempt_answers");
}

/** Adds hubs, riders and runs, unless they exist. */
export async function loadRoad(databaseUrl: string, say: Say): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query("select from hubs limit 1");
    if (rowCount) return;
    await addRuns(client);
    await countParcels(client, say);
    await addDeeds(client);
    say("riders have delivered the bookings of the year");
  });
}

export type BusyHub = {
  hubId: string;
  /** The runs of the hub that are planned and have no pieces. */
  runIds: string[];
  /** The tracking codes of the pieces that the hub holds. */
  codes: string[];
};

/**
 * Moves the newest open parcels into the busy hub, until it holds `open` pieces that are on no run. Their receivers
 * live in the areas of this hub and of other hubs.
 */
export async function fillHub(databaseUrl: string, open: number): Promise<BusyHub> {
  const busy = await withClient(databaseUrl, async (client): Promise<BusyHub> => {
    const { rows } = await client.query<{ id: string }>("select id from hubs where code = $1", [BUSY_HUB]);
    const hubId = rows[0]!.id;
    await client.query(
      `with held as (
         select count(*)::int as n from pieces where holder_kind = 'hub' and holder_id = $1
       ), coming as (
         select p.id, p.booking_id, row_number() over (order by b.created_at desc) as nr from bookings b join pieces p on p.booking_id = b.id
         where b.status in ('pending', 'in_transit') and p.holder_kind = 'sender' order by b.created_at desc
         limit (select greatest(0, $2 - n) from held)
       ), arrived as (
         insert into booking_events (act_id, booking_id, kind, from_status, to_status, hub_id, by_name, occurred_at)
         select (select min(id) from acts), booking_id, 'arrived_at_hub', 'in_transit', 'in_transit', $1, 'Bench', now() - nr * interval '1 minute' from coming
       ), moved as (
         insert into custody_entries (act_id, piece_id, from_kind, to_kind, to_id, occurred_at, received_at, method, by_name)
         select (select min(id) from acts), id, 'sender', 'hub', $1, now() - nr * interval '1 minute', now(), 'scan', 'Bench' from coming
       ), opened as (
         update bookings set status = 'in_transit' where id in (select booking_id from coming) and status <> 'in_transit'
       )
       update pieces set holder_kind = 'hub', holder_id = $1, held_since = now() - nr * interval '1 minute' from coming where coming.id = pieces.id`,
      [hubId, open],
    );
    await client.query(ROLL_UP);
    const runs = await client.query<{ id: string }>(
      "select id from runs where hub_id = $1 and state = 'planned' order by day, name",
      [hubId],
    );
    const held = await client.query<{ code: string }>(
      `select tracking_code as code from pieces p join bookings b on b.id = p.booking_id
       where holder_kind = 'hub' and holder_id = $1 order by held_since`,
      [hubId],
    );
    return { hubId, runIds: runs.rows.map(({ id }) => id), codes: held.rows.map(({ code }) => code) };
  });
  await analyse(databaseUrl, "pieces", "custody_entries", "runs", "run_pieces");
  return busy;
}
