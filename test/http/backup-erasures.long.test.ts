/** RUN-5: restoring a backup does not bring back customers who deleted their account after the backup was written. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asCustomer } from "../../app/access/actors.server.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { eraseReceiver } from "../../app/parcels/bookings/erase-receiver.server.ts";
import { changeStatus } from "../../app/parcels/bookings/change-status.server.ts";
import { deleteAccount } from "../../app/people/profile/delete-account.server.ts";
import { restoreBackup } from "../../server/backup/backup-restore.ts";
import { writeBackup } from "../../server/backup/backup.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { openTestDatabase, type TestDatabase } from "../fixtures/database.ts";
import { holding, query } from "../fixtures/database-state.ts";
import { openTestServices, type TestServices } from "../fixtures/services.ts";
import { makeStore } from "../fixtures/stores.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const GONE = "quillfeather@example.ng";
const STAYS = "stays@example.ng";
const PICTURE = "0b7e0f3e-aaaa-4bbb-8ccc-1234567890ab.webp";

let opened: TestServices;
let empty: TestDatabase;
let folder: string;
const older = () => join(folder, "older.gz");
const newer = () => join(folder, "newer.gz");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ona-erasures-"));
  opened = await openTestServices();
  opened.clock.follow();
  empty = await openTestDatabase();
});
afterAll(async () => {
  await opened.close();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

const backup = (file: string) =>
  writeBackup({
    connectionString: opened.connectionString,
    uploads: null,
    secret: opened.services.secret,
    file,
    now: opened.services.now(),
  });
const restore = (connectionString: string, file: string, more: { force: boolean; newer?: string }) =>
  restoreBackup({ connectionString, uploads: null, file, secret: opened.services.secret, ...more });

async function signUp(email: string) {
  const [person] = await opened.services.db.insert(profiles).values({ email, firstName: "Ada" }).returning();
  return asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
}

test("[RUN-5] who deleted the account after the backup is erased again by its restore; others are restored", async () => {
  const { services, connectionString } = opened;
  const customer = await signUp(GONE);
  const store = await makeStore(services, customer.person.id, { email: GONE, businessName: "Quill" });
  await query(
    connectionString,
    "insert into pictures (key, store_id, bytes, width, height) values ($1, $2, 1, 1, 1)",
    [PICTURE, store.id],
  );
  await bookOne(opened, { senderEmail: GONE });
  // Another person books as a guest. After the older backup they open an account, which is deleted too.
  await bookOne(opened, { senderEmail: `Guest-${GONE}` });
  await bookOne(opened, { senderEmail: STAYS });
  await opened.mails(3);
  await backup(older());
  const before = await holding(connectionString, GONE);
  expect(before).toEqual(expect.arrayContaining(["profiles", "bookings", "stores", "mails"]));

  const guest = await signUp(`guest-${GONE}`);
  for (const person of [customer, guest])
    expect(await deleteAccount(services, person, { email: person.person.email })).toMatchObject({ ok: true });
  await backup(newer());
  expect(await holding(connectionString, GONE)).toEqual([]);

  const { erasedAgain } = await restore(connectionString, older(), { force: true });
  expect(erasedAgain).toBe(2);
  expect(await holding(connectionString, GONE)).toEqual([]);
  expect(await holding(connectionString, STAYS)).toContain("bookings");
  const files = await query<{ data: unknown }>(
    connectionString,
    "select data from pgboss.job where name = 'pictures'",
  );
  expect(files).toEqual([{ data: { keys: [PICTURE] } }]);
  // The list of erased people is not emptied, because a later restore needs it again.
  expect((await restore(connectionString, older(), { force: true })).erasedAgain).toBe(2);
});

testWhere(ONLY_LONG)("where the database is lost, a newer backup says who was erased", async () => {
  const from = empty.connectionString;
  expect((await restore(from, older(), { force: false })).erasedAgain).toBe(0);
  expect(await holding(from, GONE)).toContain("profiles");
  expect((await restore(from, older(), { force: true, newer: newer() })).erasedAgain).toBe(2);
  expect(await holding(from, GONE)).toEqual([]);
});

testWhere(ONLY_LONG)("who comes back after the deletion is not erased by a backup of later", async () => {
  const { connectionString } = opened;
  await query(connectionString, "update erasures set erased_at = erased_at - interval '1 day'");
  await signUp(GONE);
  await backup(newer());
  expect((await restore(connectionString, newer(), { force: true })).erasedAgain).toBe(0);
  expect(await holding(connectionString, GONE)).toEqual(["profiles"]);
});

test("[RECEIVER-10] a receiver who was erased after the backup is erased again by its restore; the next parcel's is not", async () => {
  const { services, connectionString } = opened;
  const boss = await makeAdmin(opened, "super_admin");
  const receiver = { receiverName: "Zebulon Quartey", senderEmail: STAYS };
  const { id, trackingCode, version } = await bookOne(opened, receiver);
  await bookOne(opened, { ...receiver, receiverName: "Mojisola Ade" });
  await opened.mails(2);
  const delivered = { id, version, status: "delivered" as const };
  expect(await changeStatus(services, boss, delivered, crypto.randomUUID())).toMatchObject({ ok: true });
  await backup(older());
  const typed = { id, typedCode: trackingCode };
  expect(await eraseReceiver(services, boss, typed, crypto.randomUUID())).toMatchObject({ ok: true });
  await backup(newer());
  const again = { force: true } as const;
  expect((await restore(connectionString, older(), again)).erasedAgain).toBe(1);
  expect(await holding(connectionString, "Quartey")).toEqual([]);
  expect(await holding(connectionString, "Mojisola")).toContain("bookings");
  // The list of erased receivers is not emptied either. Each newer backup contains it, so it survives the loss of the
  // database.
  expect(await query(connectionString, "select booking_id from erased_receivers")).toEqual([
    { booking_id: id },
  ]);
  const lost = empty.connectionString;
  expect((await restore(lost, older(), again)).erasedAgain).toBe(0);
  expect(await holding(lost, "Quartey")).toContain("bookings");
  expect((await restore(lost, older(), { ...again, newer: newer() })).erasedAgain).toBe(1);
  expect(await holding(lost, "Quartey")).toEqual([]);
});
