/** Fills a database with synthetic bookings that look like a Nigerian parcel company's, oldest first. */
import { analyse, empty, fill } from "./fill.ts";
import type { Say } from "./report.ts";

const FIRST =
  `Chinedu Ngozi Emeka Adaeze Ifeanyi Chioma Obinna Amarachi Kelechi Uchenna Adebayo Folake Olumide Yetunde Babatunde
Funmilayo Tunde Bukola Kunle Ronke Musa Aisha Ibrahim Fatima Abubakar Zainab Usman Hauwa Sani Maryam Aliyu Khadija Bello
Halima Yakubu Rukayya Efe Ejiro Oghenekaro Ese Blessing Godwin Patience Sunday Monday Grace Emmanuel Esther Samuel Deborah
Terhemen Mwuese Ekaette Idara Bassey Nsikak Tamuno Boma Preye Ebiere`.split(/\s+/);
const LAST =
  `Okafor Eze Adeyemi Balogun Okonkwo Bello Abdullahi Nwosu Ogunleye Adewale Ibrahim Mohammed Chukwu Obi Afolabi
Danjuma Lawal Okeke Onyeka Salami Oyelaran Akinwale Garba Suleiman Umar Nnamdi Igwe Ojo Alabi Idris Effiong Etim Edet Orji
Uzor Anyanwu Dangote Shehu Yusuf Aliyu Omotola Fashola Tinubu Oyedepo Adeleke Akpan Udoh Ekpo Briggs Dokubo Amadi Wike
Tarka Gyang Pam Dung Osagie Igbinedion Omoregie Aigbe`.split(/\s+/);
const PLACES = [
  ["Ikeja", "Lagos"], ["Surulere", "Lagos"], ["Yaba", "Lagos"], ["Lekki", "Lagos"], ["Kano", "Kano"], ["Garki", "FCT"],
  ["Wuse", "FCT"], ["Port Harcourt", "Rivers"], ["Ibadan", "Oyo"], ["Benin City", "Edo"], ["Enugu", "Enugu"], ["Onitsha", "Anambra"],
  ["Aba", "Abia"], ["Warri", "Delta"], ["Abeokuta", "Ogun"], ["Ilorin", "Kwara"], ["Jos", "Plateau"], ["Kaduna", "Kaduna"],
  ["Maiduguri", "Borno"], ["Calabar", "Cross River"], ["Uyo", "Akwa Ibom"], ["Owerri", "Imo"], ["Akure", "Ondo"], ["Sokoto", "Sokoto"],
]; // prettier-ignore

const BATCH = 100_000;
/**
 * The seconds between two bookings. This is 30, or less if there are so many bookings that the oldest would be over
 * five years old: retention would erase the people in it (docs/retention.md).
 */
const secondsApart = (total: number) => Math.min(30, (5 * 365 * 24 * 60 * 60) / total);
const FOREIGN_KEY = "booking_events_booking_id_bookings_id_fk";
const array = (words: string[]) => `array[${words.map((word) => `'${word}'`).join(",")}]`;
/** Picks a word, as SQL. The first words are frequent and the last are rare. */
const pick = (words: string[]) => `(${array(words)})[1 + floor(${words.length} * random() * random())::int]`;

/** The tables whose triggers are off while rows are added. With triggers, a million bookings would take an hour. */
const MAINTAINED = ["bookings", "booking_events", "customer_summaries"];
/** The statements that compute what the triggers would have written. */
const RECOUNT = [
  "delete from counters where name = 'customers' or name ~ '^(status|day|to|due)/'",
  `insert into counters (name, shard, n)
   select name, 0, count(*) from bookings,
     lateral (values ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state),
       (case when status in ('pending', 'in_transit') then 'due/' || lagos_day(estimated_delivery) end)) v (name)
   where name is not null group by name`,
  "delete from customer_summaries",
  `insert into customer_summaries (email, booking_name, booking_phone, bookings_count, last_booking_at)
   select distinct on (email) email, sender_name, sender_phone, count(*) over (partition by email), created_at
   from (select lower(sender_email) as email, sender_name, sender_phone, created_at from bookings) d
   order by email, created_at desc`,
  `insert into customer_summaries (email, has_account, account_name, account_phone)
   select email, true, full_name, phone from profiles where referral_code is not null
   on conflict (email) do update set has_account = true, account_name = excluded.account_name, account_phone = excluded.account_phone`,
  `insert into pieces (booking_id, number, holder_kind, held_since)
   select id, 1, case when status = 'delivered' then 'receiver' else 'sender' end, delivered_at from bookings
   on conflict do nothing`,
  "insert into counters (name, shard, n) select 'customers', 0, count(*) from customer_summaries where bookings_count > 0",
];

/**
 * Adds bookings until there are `total`, with their events, at equal intervals up to now. Secondary indexes, and the
 * tables that triggers maintain, are filled afterwards. Analyses the tables at the end.
 */
export async function load(connectionString: string, total: number, say: Say): Promise<void> {
  const fields = { table: "bookings", total, indexed: MAINTAINED };
  const seconds = await fill(connectionString, fields, async (client, rows, passed) => {
    const triggers = async (on: boolean) => {
      for (const table of MAINTAINED)
        await client.query(`alter table ${table} ${on ? "enable" : "disable"} trigger user`);
    };
    // The foreign key is checked once at the end instead of for each row.
    await client.query(`alter table booking_events drop constraint ${FOREIGN_KEY}`);
    await triggers(false);
    for (let from = rows; from < total; from += BATCH) {
      const to = Math.min(total, from + BATCH);
      await client.query(batch(from, to, total));
      say(`${to} bookings after ${passed()} s`);
    }
    for (const statement of RECOUNT) await client.query(statement);
    await triggers(true);
    await client.query(
      `alter table booking_events add constraint ${FOREIGN_KEY} foreign key (booking_id) references bookings (id) on delete cascade`,
    );
    say(`counted after ${passed()} s`);
  });
  if (seconds === null) return;
  await analyse(connectionString, ...MAINTAINED, "pieces");
  say(`loaded and indexed in ${seconds} s`);
}

/** Removes all bookings, and all rows that refer to a booking. */
export const clear = (connectionString: string): Promise<void> => empty(connectionString, "bookings");

/**
 * The tracking code of the n-th booking. The factor and 10^8 have no common prime factor, so all codes are different,
 * in no visible order.
 */
export const codeOf = (n: number): string => `OD${String((n * 7_919_337) % 100_000_000).padStart(8, "0")}NG`;

function batch(from: number, to: number, total: number): string {
  const places = array(PLACES.map(([town]) => town!));
  const states = array(PLACES.map(([, state]) => state!));
  const place = `1 + floor(${PLACES.length} * random() * random())::int`;
  const phone = `'+234' || (array['803','806','813','703','902','905'])[1 + floor(6 * random())::int] || lpad(floor(1e7 * random())::text, 7, '0')`;
  return `
    with drawn as materialized (
      select n, ${pick(FIRST)} as first, ${pick(LAST)} as last, ${pick(FIRST)} || ' ' || ${pick(LAST)} as receiver,
        ${place} as origin, ${place} as target, ${phone} as phone, ${phone} as receiver_phone, random() as luck,
        (array['Document','Parcel','Box','Electronics','Fragile'])[1 + floor(5 * random())::int] as type,
        now() - (${total} - n) * interval '${secondsApart(total)} seconds' as at
      from generate_series(${from}, ${to - 1}) n
    ), made as (
      insert into bookings (tracking_code, form_key, sender_name, sender_email, sender_phone, sender_address, sender_town,
        sender_state, receiver_name, receiver_phone, receiver_address, receiver_town, receiver_state, package_description,
        package_weight, package_type, delivery_type, status, estimated_delivery, created_at, updated_at, delivered_at)
      select 'OD' || lpad(((n::bigint * 7919337) % 100000000)::text, 8, '0') || 'NG', gen_random_uuid(), first || ' ' || last,
        lower(first || '.' || last || (n % 997) || '@example.ng'), phone,
        (1 + n % 180) || ' Market Road, ' || (${places})[origin] || ', ' || (${states})[origin], (${places})[origin], (${states})[origin],
        receiver, receiver_phone, (1 + n % 90) || ' Station Street, ' || (${places})[target] || ', ' || (${states})[target],
        (${places})[target], (${states})[target], 'Goods ' || n, 0.5 + (n % 200) / 10.0, type,
        (array['standard','standard','express','same_day'])[1 + n % 4],
        case when luck < 0.90 then 'delivered' when luck < 0.93 then 'failed' when luck < 0.97 then 'in_transit' else 'pending' end,
        at + interval '4 days', at, at, case when luck < 0.90 then at + interval '2 days' end
      from drawn order by n
      returning id, status, created_at, delivered_at
    ), act as (
      insert into acts (kind, source, occurred_at, received_at) values ('earlier', 'earlier', now(), now()) returning id as act
    )
    insert into booking_events (act_id, booking_id, occurred_at, kind, from_status, to_status)
    select act, id, created_at, 'booked', null, 'pending' from made, act
    union all select act, id, created_at + interval '6 hours', 'status_set', 'pending', 'in_transit' from made, act where status in ('in_transit', 'delivered', 'failed')
    union all select act, id, created_at + interval '2 days', 'status_set', 'in_transit', status from made, act where status in ('delivered', 'failed')`;
}
