/** HUB-3: the hub of a hub clerk. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../test/fixtures/staff.ts";
import { adminMembers, hubMembers, hubs } from "../platform/db/schema.ts";
import { ownHub, refuseOtherHub } from "./own-hub.server.ts";

const { opened, db, moderator, superAdmin } = await openWithStaff();
const place = { phone: "+2348031234567", address: "1 Allen Avenue", state: "Lagos" as const };
const made = await db
  .insert(hubs)
  .values(["IKJ", "LEK"].map((code) => ({ ...place, name: code, code })))
  .returning({ id: hubs.id });
const [ikeja, lekki] = made.map(({ id }) => id) as [string, string];

test("[HUB-3] a hub clerk works for the own hub and no other, and every other role for all of them", async () => {
  const clerk = await makeAdmin(opened, "hub_clerk");
  expect(await refuseOtherHub(db, clerk, ikeja)).toMatchObject({ code: "forbidden", reason: "no_hub" });
  await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: ikeja });
  expect(await ownHub(db, clerk)).toBe(ikeja);
  expect(await refuseOtherHub(db, clerk, ikeja)).toBeNull();
  // A linehaul has two hubs. A clerk of either hub may work on it.
  expect(await refuseOtherHub(db, clerk, lekki, ikeja)).toBeNull();
  expect(await refuseOtherHub(db, clerk, lekki, null)).toMatchObject({
    code: "forbidden",
    errors: { form: "This is not your hub." },
  });
  for (const other of [moderator, superAdmin, await makeAdmin(opened, "dispatcher")])
    expect(await refuseOtherHub(db, other, lekki)).toBeNull();
  // Deleting the membership also deletes the row that names the clerk's hub.
  await db.delete(adminMembers).where(eq(adminMembers.id, clerk.memberId));
  expect(await refuseOtherHub(db, clerk, ikeja)).toMatchObject({ reason: "no_hub" });
});
