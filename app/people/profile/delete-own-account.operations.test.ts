/** PROFILE-6: who may delete their own account, and what the activity log records about it. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { asCustomer } from "../../access/actors.server.ts";
import type { SuperAdmin } from "../../access/actor.ts";
import { activityLogs, profiles } from "../../platform/db/schema.ts";
import { deleteAccount } from "./delete-account.server.ts";

const { opened, services, db } = await fileServices({});

const deletes = ({ person }: SuperAdmin, email = person.email) =>
  deleteAccount(services, asCustomer({ ip: "127.0.0.1", sessionHash: null, person, staff: null })!, {
    email,
  });
const exists = async ({ person }: SuperAdmin) => (await db.$count(profiles, eq(profiles.id, person.id))) > 0;

test("[PROFILE-6] [STAFF-13] an account is deleted by its own email, not as the last super admin, and the log has it", async () => {
  const one = await makeSuperAdmin(opened);
  expect(await deletes(one)).toMatchObject({ reason: "last_super_admin" });
  const two = await makeSuperAdmin(opened);
  expect(await deletes(one, two.person.email)).toMatchObject({ reason: "other_email" });
  expect([await exists(one), await exists(two)]).toEqual([true, true]);
  expect(await deletes(one)).toMatchObject({ ok: true });
  expect([await exists(one), await exists(two)]).toEqual([false, true]);
  expect(await db.select().from(activityLogs).where(eq(activityLogs.action, "delete_admin"))).toMatchObject([
    { entityId: one.person.id, description: "Deleted their own account" },
  ]);
  expect(await deletes(two)).toMatchObject({ reason: "last_super_admin" });
});
