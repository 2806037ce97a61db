/** STAFF-11: the rules about one's own login and the last super admin, and the effect of changes on sessions. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { openTestServices, type TestServices } from "../../../test/fixtures/services.ts";
import { asSuperAdmin } from "../../access/actors.server.ts";
import { beginSession } from "../../access/sessions.server.ts";
import {
  activityLogs,
  adminMembers,
  idempotencyKeys,
  passwords,
  profiles,
  sessions,
} from "../../platform/db/schema.ts";
import { listAdmins } from "./admin-team.server.ts";
import { createAdmin, deleteAdmin, updateAdmin } from "./change-team.server.ts";
import { setAdmin } from "./first-admin.server.ts";
import type { Admin, SuperAdmin } from "../../access/actor.ts";

let opened: TestServices;
beforeAll(async () => (opened = await openTestServices()));
afterAll(() => opened.close());

async function superAdmin(email: string): Promise<SuperAdmin> {
  const { services, clock } = opened;
  await setAdmin(
    services.db,
    { email, name: "Some Body", password: "first-password", role: "super_admin" },
    clock.now(),
  );
  const [row] = await services.db
    .select({ person: profiles, memberId: adminMembers.id, role: adminMembers.adminRole })
    .from(profiles)
    .innerJoin(adminMembers, eq(adminMembers.userId, profiles.id))
    .where(eq(profiles.email, email));
  const { person, memberId, role } = row!;
  return asSuperAdmin({ ip: "127.0.0.1", sessionHash: null, person, staff: { memberId, role } })!;
}

async function signIn(userId: string) {
  const nobody = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };
  await beginSession(opened.services, opened.services.db, nobody, userId, "staff");
}
const sessionsOf = async (userId: string) =>
  (await opened.services.db.select().from(sessions).where(eq(sessions.userId, userId))).length;

let one: SuperAdmin;
let two: SuperAdmin;
beforeEach(async () => {
  await opened.services.db.delete(adminMembers);
  one = await superAdmin("one@ona.test");
  two = await superAdmin("two@ona.test");
});

describe("two super admins", () => {
  test.each(Array.from({ length: 8 }, (_, round) => round))(
    "[STAFF-11] who delete each other at once leave one (%i)",
    async () => {
      const results = await Promise.all([
        deleteAdmin(opened.services, one, { id: two.memberId }, randomUUID()),
        deleteAdmin(opened.services, two, { id: one.memberId }, randomUUID()),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const left = await opened.services.db.select().from(adminMembers);
      expect(left.map(({ adminRole }) => adminRole)).toEqual(["super_admin"]);
    },
  );

  test("who demote and delete each other at once leave one", async () => {
    await Promise.all([
      updateAdmin(opened.services, one, { id: two.memberId, name: "Two", password: "", role: "support" }),
      deleteAdmin(opened.services, two, { id: one.memberId }, randomUUID()),
    ]);
    const left = await opened.services.db
      .select()
      .from(adminMembers)
      .where(eq(adminMembers.adminRole, "super_admin"));
    expect(left).toHaveLength(1);
  });
});

test("[STAFF-11] nobody deletes or demotes themselves, nor sets their own password here", async () => {
  const { services } = opened;
  const refusal = (code: string, reason: string) => ({ ok: false, code, reason });
  expect(await deleteAdmin(services, one, { id: one.memberId }, randomUUID())).toMatchObject(
    refusal("forbidden", "own_account"),
  );
  expect(
    await updateAdmin(services, one, { id: one.memberId, name: "One", password: "", role: "support" }),
  ).toMatchObject(refusal("forbidden", "own_role"));
  expect(
    await updateAdmin(services, one, { id: one.memberId, name: "One", password: "another-one" }),
  ).toMatchObject(refusal("forbidden", "own_password"));
  expect(
    await updateAdmin(services, one, { id: one.memberId, name: "New Name", password: "" }),
  ).toMatchObject({
    ok: true,
  });
});

test("the operator cannot take the role from the last super admin either", async () => {
  const { services, clock } = opened;
  await deleteAdmin(services, one, { id: two.memberId }, randomUUID());
  const demoted = await setAdmin(
    services.db,
    { email: "one@ona.test", name: null, password: "secret-1", role: "support" },
    clock.now(),
  );
  expect(demoted).toMatchObject({ code: "conflict", reason: "last_super_admin" });
});

test("deleting ends the sessions and keeps the person", async () => {
  await signIn(two.person.id);
  await deleteAdmin(opened.services, one, { id: two.memberId }, randomUUID());
  expect(await sessionsOf(two.person.id)).toBe(0);
  expect(await opened.services.db.select().from(profiles).where(eq(profiles.id, two.person.id))).toHaveLength(
    1,
  );
});

test("[STAFF-11] a demotion and a new password end sessions; a new name does not", async () => {
  const { services } = opened;
  await signIn(two.person.id);
  await updateAdmin(services, one, { id: two.memberId, name: "Renamed Person", password: "" });
  expect(await sessionsOf(two.person.id)).toBe(1);
  await updateAdmin(services, one, {
    id: two.memberId,
    name: "Renamed Person",
    password: "",
    role: "moderator",
  });
  expect(await sessionsOf(two.person.id)).toBe(0);
  await signIn(two.person.id);
  await updateAdmin(services, one, { id: two.memberId, name: "Renamed Person", password: "quite-new" });
  expect(await sessionsOf(two.person.id)).toBe(0);
});

test("a blank password keeps the current one", async () => {
  const hashOf = async () =>
    (await opened.services.db.select().from(passwords).where(eq(passwords.userId, two.person.id)))[0]!.hash;
  const before = await hashOf();
  await updateAdmin(opened.services, one, {
    id: two.memberId,
    name: "Else",
    password: "",
    role: "super_admin",
  });
  expect(await hashOf()).toBe(before);
});

test("a person with an account becomes an admin without a second one, once", async () => {
  const { services } = opened;
  await services.db.insert(profiles).values({ email: "ada@ona.test", firstName: "Ada", lastName: "Obi" });
  const key = randomUUID();
  const input = {
    name: "Somebody Else",
    email: "ADA@ona.test",
    password: "plum-tree-9",
    role: "support" as const,
  };
  const [first, again] = await Promise.all([
    createAdmin(services, one, input, key),
    createAdmin(services, one, input, key),
  ]);
  expect([first.ok, again.ok]).toEqual([true, true]);
  expect(await services.db.select().from(profiles).where(eq(profiles.email, "ada@ona.test"))).toHaveLength(1);
  const [ada] = (await listAdmins(services.db)).filter(({ email }) => email === "ada@ona.test");
  expect(ada).toMatchObject({ name: "Ada Obi", role: "support", lastAccessAt: null });
  expect(await createAdmin(services, one, input, randomUUID())).toMatchObject({
    ok: false,
    errors: { email: expect.any(String) as string },
  });
  const logged = await services.db.select().from(activityLogs).where(eq(activityLogs.action, "create_admin"));
  expect(logged.filter(({ description }) => description.startsWith("ada@ona.test"))).toHaveLength(1);
  // The stored hash of the form and the stored response do not contain the password. So the password of a repeated
  // form is compared with the created admin's password.
  const other = await createAdmin(services, one, { ...input, password: "quite-another" }, key);
  expect(other).toMatchObject({ code: "conflict", reason: "sent_before" });
  const kept = await services.db.select({ response: idempotencyKeys.response }).from(idempotencyKeys);
  expect(JSON.stringify(kept)).not.toContain("Ada");
});

test("[STAFF-13] a moderator changes nobody, and the attempt is in the log", async () => {
  const { services } = opened;
  const moderator = { ...one, role: "moderator" } as Admin;
  const tried = await deleteAdmin(services, moderator, { id: two.memberId }, randomUUID());
  expect(tried).toMatchObject({ code: "forbidden" });
  const logged = await services.db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(logged).toMatchObject([{ description: `manageAdmins on ${two.memberId}`, entityType: "staff" }]);
});

test.each([
  "update activity_logs set description = 'x'",
  "delete from activity_logs",
  "truncate activity_logs",
])("[STAFF-13] the database refuses: %s", async (statement) => {
  await expect(opened.services.db.execute(sql.raw(statement))).rejects.toMatchObject({
    cause: { message: "activity_logs is append-only" },
  });
});
