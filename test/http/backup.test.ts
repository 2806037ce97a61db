/** RUN-5: a backup restores everything into a fresh database: rows, counters, waiting mail, pictures. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asGuest } from "../../app/access/actors.server.ts";
import { setAdmin } from "../../app/people/staff/first-admin.server.ts";
import { createBooking } from "../../app/parcels/bookings/create-booking.server.ts";
import { bookingForm } from "../../app/parcels/bookings/booking-form-schema.ts";
import { folderFiles } from "../../app/platform/files/files.server.ts";
import { restoreBackup } from "../../server/backup/backup-restore.ts";
import { writeBackup } from "../../server/backup/backup.ts";
import { openTestDatabase, type TestDatabase } from "../fixtures/database.ts";
import { countsOf, query } from "../fixtures/database-state.ts";
import { openTestServices, type TestServices } from "../fixtures/services.ts";

let source: TestServices;
let target: TestDatabase;
let folder: string;
const PICTURE = "0b7e0f3e-aaaa-4bbb-8ccc-1234567890ab.webp";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ona-backup-"));
  // The mail server's port is closed, so that mail waits in the queue.
  source = await openTestServices({ smtpUrl: "smtp://127.0.0.1:9" });
  target = await openTestDatabase();
  const { services, clock } = source;
  await setAdmin(
    services.db,
    { email: "boss@ona.test", name: "The Boss", password: "abcdefgh", role: "super_admin" },
    clock.now(),
  );
  for (let i = 0; i < 3; i++) {
    const booked = await createBooking(
      services,
      asGuest("127.0.0.1"),
      bookingForm.parse({
        senderName: "Ada\tObi \\ 'ọ̀nà'",
        senderPhone: "08031234567",
        senderEmail: `ada${i}@example.com`,
        senderAddress: "12 Allen Avenue, Ikeja, Lagos",
        receiverName: "Musa Bello",
        receiverPhone: "08051234567",
        receiverAddress: "4 Ahmadu Bello Way, Kaduna, Kaduna State",
        packageDescription: 'Books\n"two"',
        packageWeight: "2.5",
        packageType: "Parcel",
        deliveryType: "express",
      }),
      randomUUID(),
    );
    expect(booked).toMatchObject({ ok: true });
  }
  await folderFiles(join(folder, "from")).put(PICTURE, Buffer.from([1, 2, 250, 255]), "image/webp");
});
afterAll(async () => {
  await source.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

test("[RUN-5] what is restored is what was backed up", async () => {
  const file = join(folder, "all.gz");
  const wrote = await writeBackup({
    connectionString: source.connectionString,
    uploads: join(folder, "from"),
    secret: source.services.secret,
    file,
    now: new Date(),
  });
  expect(wrote).toMatchObject({ jobs: 3, files: 1 });
  expect((await stat(file)).mode & 0o077).toBe(0);
  const restored = await restoreBackup({
    connectionString: target.connectionString,
    uploads: join(folder, "to"),
    file,
    force: false,
    secret: source.services.secret,
  });
  expect(restored).toMatchObject({ counts: wrote, erasedAgain: 0, kept: [], differences: [] });
  const present = await countsOf(source.connectionString);
  // A restore into an empty database ends every receiver's link (RUN-21).
  expect(await countsOf(target.connectionString)).toEqual({ ...present, rate_limits: 0, receiver_links: 3 });
  for (const rows of [
    "select to_jsonb(d) as row from bookings d order by id",
    "select to_jsonb(p) as row from passwords p order by user_id",
    "select to_jsonb(a) as row from activity_logs a order by id",
    "select id, data from pgboss.job where name = 'mail' order by id",
  ]) {
    expect(await query(target.connectionString, rows)).toEqual(await query(source.connectionString, rows));
  }
  expect(await readFile(join(folder, "to", PICTURE))).toEqual(Buffer.from([1, 2, 250, 255]));
  // After the restore, sequences continue with new numbers, and the activity log refuses changes again.
  const [next] = await query<{ id: string }>(
    target.connectionString,
    "insert into activity_logs (admin_name, admin_email, action, description) values ('a', 'b', 'login', 'c') returning id",
  );
  expect(Number(next!.id)).toBe(wrote.rows["activity_logs"]! + 1);
  await expect(query(target.connectionString, "delete from activity_logs")).rejects.toThrow("append-only");
});

test("a full database is refused, unless it is to be replaced", async () => {
  const file = join(folder, "again.gz");
  const { secret } = source.services;
  await writeBackup({
    connectionString: source.connectionString,
    uploads: null,
    secret,
    file,
    now: new Date(),
  });
  const options = { connectionString: source.connectionString, uploads: null, file, secret };
  await expect(restoreBackup({ ...options, force: false })).rejects.toThrow("not empty");
  await expect(
    restoreBackup({ ...options, connectionString: target.connectionString, force: true }),
  ).resolves.toMatchObject({ counts: { files: 0 } });
});
