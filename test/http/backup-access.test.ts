/** RUN-21: a restore gives back no access that was revoked since the backup. Each access is tried by requests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { linkOf, openLink } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { riders } from "../../app/platform/db/schema.ts";
import { restoreBackup } from "../../server/backup/backup-restore.ts";
import { writeBackup } from "../../server/backup/backup.ts";
import {
  accessTools,
  riderCases,
  sessionCases,
  staffCases,
  type AccessCase,
} from "../fixtures/access-cases.ts";
import { linkCases, messageCases } from "../fixtures/access-cases-of-receivers.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { query } from "../fixtures/database-state.ts";
import { askForLink } from "../fixtures/people.ts";
import { enrolmentNumber } from "../fixtures/rider-phone.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, connectionString } = app;
const { db, secret } = services;
const folder = await mkdtemp(join(tmpdir(), "ona-access-"));
const [empty, lost] = [await openTestDatabase(), await openTestDatabase()];
afterAll(async () => {
  await empty.drop();
  await lost.drop();
  await rm(folder, { recursive: true, force: true });
});
const backUp = (file: string) =>
  writeBackup({ connectionString, uploads: null, secret, file, now: services.now() });
const restore = (file: string, to = connectionString, newer?: string) =>
  restoreBackup({ connectionString: to, uploads: null, file, force: true, secret, newer });

test("[RUN-21] over the replaced database nothing that was taken away is given back, as it or a newer backup knows", async () => {
  const hubs = await makeHubs(app, "IKJ", "KAN");
  const boss = await app.admin("super_admin", "boss@ona.test");
  const tools = accessTools(app, boss);
  const all = [
    ...(await staffCases(app, tools, hubs)),
    ...(await sessionCases(app, tools)),
    ...(await riderCases(app, boss, tools, hubs)),
    ...(await linkCases(app, tools)),
    ...(await messageCases(app, tools)),
  ];
  const given = async (some: readonly AccessCase[]) => {
    const found: string[] = [];
    for (const one of some) if (await one.given()) found.push(one.what);
    return found;
  };
  const lasting = all.filter(({ once }) => !once);
  expect(await given(lasting)).toEqual(lasting.map(({ what }) => what));
  const [older, newer] = [join(folder, "older"), join(folder, "newer")];
  await backUp(older);
  // The site lock comes last, because a locked site refuses every other access.
  for (const { take } of all.slice(0, -1)) await take();
  expect(await given(all.slice(0, -1))).toEqual([]);
  await all.at(-1)!.take();
  await backUp(newer);

  const done = await restore(older);
  expect(done.unknown).toEqual([]);
  expect(done.kept.map(({ what, n }) => `${what}: ${n}`)).toEqual([
    "removed from the team: 1",
    "with a role that may do less: 1",
    "of the team moved from a hub: 1",
    "removed from a business: 1",
    "changed passwords: 1",
    "lock of the site: 1",
    "riders who left: 1",
    "revoked phones: 2",
    "revoked API keys: 1",
    "webhook addresses that were switched off, changed or removed: 2",
    "changed shift PINs: 1",
    "shift PINs chosen since: 1",
    "senders who switched messages off: 1",
    "corrected phones and emails of receivers: 1",
    "links, PINs and messages of receivers that were renewed or switched off: 2",
    "named people who may no longer take a parcel: 1",
    "withdrawn consents: 1",
  ]);
  expect(await given(all.slice(-1))).toEqual([]);
  await query(connectionString, "update site_lock_config set is_active = false, password_hash = null");
  expect(await given(all.slice(0, -1))).toEqual([]);
  for (const { what, instead } of all) if (instead) expect([what, await instead()]).toEqual([what, true]);

  // If the database is lost, a newer backup can name the revoked access instead.
  const again = await restore(older, lost.connectionString, newer);
  expect([again.kept, again.unknown]).toEqual([done.kept, []]);
});

test("[RUN-21] into an empty place everything open ends, every receiver's link too, and what is not known is said", async () => {
  const { trackingCode } = await bookOne(app, { senderEmail: "three@example.com" });
  const linkIn = async (at: Pick<typeof services, "db">) =>
    (await linkOf({ ...services, ...at }, "receiver", trackingCode)).split("/").at(-1)!;
  await askForLink(app, app.visitor(), "unused@example.com");
  await enrolmentNumber(
    await app.admin("super_admin", "boss@ona.test"),
    (await db.select().from(riders))[0]!.id,
  );
  await backUp(join(folder, "last"));
  const done = await restore(join(folder, "last"), empty.connectionString);
  expect(done.unknown.join()).toContain("what was taken away since the backup");
  const [open] = await query(
    empty.connectionString,
    `select (select count(*)::int from sessions) as sessions, (select count(*)::int from rider_shifts where ended_at is null) as shifts,
       (select count(*)::int from rider_enrolments where used_at is null and expires_at > created_at) as enrolments,
       (select count(*)::int from email_links where used_at is null and expires_at > created_at) as links`,
  );
  expect(open).toEqual({ sessions: 0, shifts: 0, enrolments: 0, links: 0 });
  const place = openDatabase(empty.connectionString, () => {}, { max: 2 });
  try {
    const there = { secret, db: place.db };
    expect(await openLink(services, await linkIn(services))).toMatchObject({ code: trackingCode });
    expect(await openLink(there, await linkIn(services))).toBeNull();
    expect(await openLink(there, await linkIn(there))).toMatchObject({ code: trackingCode });
  } finally {
    await place.close();
  }
});
