/**
 * RUN-21: the statements by which a restore ends access, and revokes the access that was already revoked in
 * the replaced database. The schema `known` has rows of the replaced database, or of a newer backup
 * (access-classes.ts). A column that is missing there is null, and a null revokes nothing.
 *
 * Longer than 250 lines because it is one list.
 */
import { ADMIN_ROLES } from "../../app/domain/admin-roles.ts";
import { mayAllOf } from "../../app/access/permissions.ts";
import { NOT_STORED } from "../../app/domain/erased.ts";

/**
 * Every restore runs these statements, so that no session and no link of the backup is valid. A link's expiry
 * is moved back to its creation time, so that the link is expired even if the clock is wrong.
 */
export const END_ACCESS = [
  "delete from sessions",
  "delete from rate_limits",
  "delete from kept_forms",
  "update business_invites set expires_at = least(expires_at, created_at)",
  "update email_links set expires_at = least(expires_at, created_at) where used_at is null",
  "update site_lock_config set generation = gen_random_uuid()",
  "update rider_shifts set ended_at = least(expires_at, now()) where ended_at is null",
  "update rider_enrolments set expires_at = least(expires_at, created_at) where used_at is null",
  "update receiver_links set code_message = null, code_at = null, code_tries = 0 where code_message is not null",
];

/** Ends every receiver's link. Used if a restore does not know which links were renewed since the backup. */
export const END_RECEIVER_LINKS = `
  insert into receiver_links (booking_id, generation) select id, 1 from bookings where receiver_phone <> '${NOT_STORED}'
  on conflict (booking_id) do update set generation = receiver_links.generation + 1`;

/** Pairs of roles, written 'before>after', in which the second role lacks a permission of the first. */
const LESS = ADMIN_ROLES.flatMap((before) =>
  ADMIN_ROLES.filter((after) => !mayAllOf(after, before)).map((after) => `'${before}>${after}'`),
).join(", ");

export type Rule = {
  /** The access that the rule revokes, in words for the operator. Null if the rule's rows are not counted. */
  what: string | null;
  /** The tables of `known` that the rule reads. If one of them is missing, the rule is skipped with a message. */
  of: readonly string[];
  sql: string;
  /** True if the rule always applies. Any other rule applies only if `known` has people or bookings of the backup. */
  always?: true;
};

/** The order matters: a rule may need the rows and the triggers of earlier rules. */
export const RULES: readonly Rule[] = [
  {
    what: "removed from the team",
    of: ["admin_members", "profiles"],
    // A person who has no profile in the replaced database was never known there.
    sql: `delete from admin_members m where exists (select from known.profiles p where p.id = m.user_id)
      and not exists (select from known.admin_members k where k.user_id = m.user_id and k.admin_role in (${ADMIN_ROLES.map((role) => `'${role}'`).join(", ")}))`,
  },
  {
    what: "with a role that may do less",
    of: ["admin_members"],
    sql: `update admin_members m set admin_role = k.admin_role from known.admin_members k
      where k.user_id = m.user_id and m.admin_role || '>' || k.admin_role in (${LESS})`,
  },
  {
    what: "of the team moved from a hub",
    of: ["admin_members", "hub_members"],
    sql: `with moved as (
        delete from hub_members h using admin_members m, known.admin_members k
        where m.id = h.member_id and k.user_id = m.user_id
          and not exists (select from known.hub_members o where o.member_id = k.id and o.hub_id = h.hub_id)
        returning m.id, k.id as known_id
      ), placed as (
        insert into hub_members (member_id, hub_id) select moved.id, o.hub_id from moved
          join known.hub_members o on o.member_id = moved.known_id join hubs on hubs.id = o.hub_id
        on conflict (member_id) do update set hub_id = excluded.hub_id
      ) select from moved`,
  },
  {
    what: "removed from a business",
    of: ["business_members", "profiles"],
    sql: `delete from business_members m where exists (select from known.profiles p where p.id = m.user_id)
      and not exists (select from known.business_members k where k.user_id = m.user_id and k.business_id = m.business_id)`,
  },
  {
    what: "with a role in a business that may do less",
    of: ["business_members"],
    sql: `update business_members m set role = k.role from known.business_members k
      where k.user_id = m.user_id and k.business_id = m.business_id and m.role <> k.role
        and (m.role = 'owner' or k.role = 'clerk')`,
  },
  {
    what: "changed passwords",
    of: ["passwords"],
    sql: `update passwords p set hash = k.hash, updated_at = k.updated_at from known.passwords k
      where k.user_id = p.user_id and k.hash <> p.hash and k.updated_at >= p.updated_at`,
  },
  {
    what: "removed passwords",
    of: ["passwords", "profiles"],
    sql: `delete from passwords p where exists (select from known.profiles k where k.id = p.user_id)
      and not exists (select from known.passwords k where k.user_id = p.user_id)`,
  },
  {
    what: "two-step sign-ins set up since",
    of: ["two_steps"],
    sql: `insert into two_steps (user_id, secret, last_counter, confirmed_at)
      select k.user_id, k.secret, k.last_counter, k.confirmed_at from known.two_steps k
      where exists (select from profiles p where p.id = k.user_id)
      on conflict (user_id) do update set
        secret = excluded.secret, last_counter = excluded.last_counter, confirmed_at = excluded.confirmed_at
        where excluded.confirmed_at > two_steps.confirmed_at`,
  },
  {
    what: null,
    of: ["two_steps"],
    sql: `update two_steps t set last_counter = k.last_counter from known.two_steps k
      where k.user_id = t.user_id and k.confirmed_at = t.confirmed_at and k.last_counter > t.last_counter`,
  },
  {
    what: "two-step sign-ins that were reset",
    of: ["two_steps", "profiles"],
    sql: `delete from two_steps t where exists (select from known.profiles k where k.id = t.user_id)
      and not exists (select from known.two_steps k where k.user_id = t.user_id)`,
  },
  {
    what: "recovery codes that ended",
    of: ["recovery_codes"],
    sql: `delete from recovery_codes r using known.recovery_codes k where k.user_id = r.user_id and k.issued_at > r.issued_at`,
  },
  {
    what: null,
    of: ["recovery_codes"],
    sql: `insert into recovery_codes (user_id, hash, issued_at, used_at)
      select k.user_id, k.hash, k.issued_at, k.used_at from known.recovery_codes k
      where exists (select from two_steps t where t.user_id = k.user_id)
        and not exists (select from recovery_codes r where r.user_id = k.user_id and r.issued_at > k.issued_at)
      on conflict (user_id, hash) do update set used_at = coalesce(recovery_codes.used_at, excluded.used_at)`,
  },
  {
    what: "roles asked for two-step sign-in since",
    of: ["two_step_roles"],
    sql: "insert into two_step_roles (role) select role from known.two_step_roles on conflict do nothing",
  },
  {
    what: "lock of the site",
    of: ["site_lock_config"],
    sql: `update site_lock_config l set is_active = true, password_hash = k.password_hash from known.site_lock_config k
      where k.is_active and l.password_hash is distinct from k.password_hash`,
  },
  {
    what: "riders who left",
    of: ["riders"],
    sql: `update riders r set left_at = k.left_at from known.riders k
      where k.id = r.id and k.left_at is not null and r.left_at is null`,
  },
  {
    what: "revoked phones",
    of: ["rider_devices"],
    sql: `update rider_devices d set revoked_at = k.revoked_at, revoked_by = k.revoked_by, revoked_by_name = k.revoked_by_name
      from known.rider_devices k where k.id = d.id and k.revoked_at is not null and d.revoked_at is null`,
  },
  {
    // Retention deletes phones whose enrolment ended long ago, so a missing phone has no access.
    what: "phones that are no longer known",
    of: ["rider_devices", "riders"],
    sql: `update rider_devices d set revoked_at = now(), revoked_by = 'office', revoked_by_name = 'Restore of a backup'
      where d.revoked_at is null and exists (select from known.riders k where k.id = d.rider_id)
        and not exists (select from known.rider_devices k where k.id = d.id)`,
  },
  {
    what: "revoked API keys",
    of: ["api_keys"],
    sql: `update api_keys a set revoked_at = k.revoked_at from known.api_keys k
      where k.id = a.id and k.revoked_at is not null and a.revoked_at is null`,
  },
  {
    // Retention deletes keys that were revoked long ago, so a missing key has no access.
    what: "API keys that are no longer known",
    of: ["api_keys", "profiles"],
    sql: `update api_keys a set revoked_at = now() where a.revoked_at is null
      and exists (select from known.profiles k where k.id = a.user_id)
      and not exists (select from known.api_keys k where k.id = a.id)`,
  },
  {
    what: "webhook addresses that were switched off, changed or removed",
    of: ["webhook_endpoints", "profiles"],
    sql: `update webhook_endpoints w set enabled = false where w.enabled
      and exists (select from known.profiles k where k.id = w.user_id)
      and not exists (select from known.webhook_endpoints k
        where k.id = w.id and coalesce(k.enabled, true) and coalesce(k.url, w.url) = w.url)`,
  },
  {
    // The rider must choose a new PIN, as the replaced database demanded.
    what: "removed shift PINs",
    of: ["rider_pins", "riders"],
    sql: `delete from rider_pins p where exists (select from known.riders k where k.id = p.rider_id)
      and not exists (select from known.rider_pins k where k.rider_id = p.rider_id)`,
  },
  {
    what: "changed shift PINs",
    of: ["rider_pins"],
    sql: `update rider_pins p set hash = k.hash, set_at = k.set_at from known.rider_pins k
      where k.rider_id = p.rider_id and k.hash <> p.hash and k.set_at >= p.set_at`,
  },
  {
    what: null,
    of: ["rider_pins"],
    sql: `update rider_pins p set wrong_tries = greatest(p.wrong_tries, k.wrong_tries), wait_until = greatest(p.wait_until, k.wait_until)
      from known.rider_pins k where k.rider_id = p.rider_id`,
  },
  {
    // If the backup has no PIN of a rider, the PIN that the rider has chosen since is restored. Without a PIN, anybody
    // with the rider's phone could choose one.
    what: "shift PINs chosen since",
    of: ["rider_pins"],
    sql: `insert into rider_pins (rider_id, hash, set_at, wrong_tries, wait_until)
      select k.rider_id, k.hash, k.set_at, coalesce(k.wrong_tries, 0), k.wait_until from known.rider_pins k
      where exists (select from riders r where r.id = k.rider_id) on conflict do nothing`,
  },
  {
    what: "senders who switched messages off",
    of: ["profiles"],
    sql: `update profiles p set tells_receivers = false from known.profiles k
      where k.id = p.id and k.tells_receivers = false and p.tells_receivers`,
  },
  {
    // This update fires a trigger that ends the receiver's link. So the rule that copies the state of links
    // must come after this one.
    what: "corrected phones and emails of receivers",
    of: ["bookings"],
    sql: `update bookings b set receiver_phone = k.receiver_phone, receiver_email = k.receiver_email from known.bookings k
      where k.id = b.id and k.version >= b.version and k.receiver_phone <> '${NOT_STORED}' and b.receiver_phone <> '${NOT_STORED}'
        and (k.receiver_phone, k.receiver_email) is distinct from (b.receiver_phone, b.receiver_email)`,
  },
  {
    what: null,
    of: ["receiver_links"],
    sql: `insert into receiver_links (booking_id) select k.booking_id from known.receiver_links k
      where exists (select from bookings b where b.id = k.booking_id) on conflict do nothing`,
  },
  {
    what: "links, PINs and messages of receivers that were renewed or switched off",
    of: ["receiver_links"],
    sql: `update receiver_links l set
        generation = n.generation, pin = n.pin, wrong_pins = n.wrong_pins, stopped_phone = n.stopped_phone,
        stopped_at = n.stopped_at, sender_tells = n.sender_tells, receiver_stopped = n.receiver_stopped
      from receiver_links o join known.receiver_links k on k.booking_id = o.booking_id, lateral (select
        greatest(o.generation, k.generation) as generation,
        case when k.generation >= o.generation then coalesce(k.pin, o.pin) else o.pin end as pin,
        case when k.generation >= o.generation and k.pin <> o.pin then k.wrong_pins else greatest(o.wrong_pins, k.wrong_pins) end as wrong_pins,
        case when k.stopped_phone is null or k.stopped_at is null then o.stopped_phone else k.stopped_phone end as stopped_phone,
        case when k.stopped_phone is null or k.stopped_at is null then o.stopped_at else k.stopped_at end as stopped_at,
        case when k.sender_tells = false then false else o.sender_tells end as sender_tells,
        o.receiver_stopped or coalesce(k.receiver_stopped, false) as receiver_stopped) n
      where l.booking_id = o.booking_id
        and (l.generation, l.pin, l.wrong_pins, l.stopped_phone, l.stopped_at, l.sender_tells, l.receiver_stopped)
          is distinct from (n.generation, n.pin, n.wrong_pins, n.stopped_phone, n.stopped_at, n.sender_tells, n.receiver_stopped)`,
  },
  {
    what: "named people who may no longer take a parcel",
    of: ["receiver_choices"],
    sql: `update receiver_choices c set ended_at = k.ended_at, ended_by = k.ended_by from known.receiver_choices k
      where k.id = c.id and k.booking_id = c.booking_id and k.made_at = c.made_at and c.kind = 'person'
        and k.ended_at is not null and k.ended_by is not null and c.ended_at is null`,
  },
  {
    what: "withdrawn consents",
    of: ["consents"],
    sql: `insert into consents (id, withdraws, phone, purpose, text_version, language, booking_id, note, by_user_id, by_name, at)
      select k.id, k.withdraws, k.phone, k.purpose, k.text_version, coalesce(k.language, 'en'),
        (select b.id from bookings b where b.id = k.booking_id), k.note, k.by_user_id, k.by_name, k.at
      from known.consents k where exists (select from consents c where c.id = k.withdraws) on conflict do nothing`,
  },
  {
    what: "remembered places that were forgotten",
    of: ["remembered_places"],
    sql: "delete from remembered_places p where not exists (select from known.remembered_places k where k.id = p.id)",
  },
  {
    what: null,
    of: ["erasures"],
    sql: `insert into erasures (person_id, email_hash, erased_at)
      select person_id, email_hash, erased_at from known.erasures on conflict do nothing`,
    always: true,
  },
  {
    what: null,
    of: ["erased_receivers"],
    sql: `insert into erased_receivers (booking_id, erased_at)
      select booking_id, erased_at from known.erased_receivers on conflict do nothing`,
    always: true,
  },
];
