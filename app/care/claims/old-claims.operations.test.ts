/** CLAIM-6: six years after the end of a claim, names and texts are erased from it. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { claimOf, makeClaimOf } from "../../../test/fixtures/claims.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { UNNAMED_CLAIM } from "../../domain/erased.ts";
import { claimEntries } from "../../platform/db/schema.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { noteClaim } from "./change-claim.server.ts";
import { decideClaim } from "./decide-claim.server.ts";

const { opened, services, db, moderator } = await openWithStaff();

test("[CLAIM-6] [RUN-6] six years after its end nobody is named in a claim; kind, times, outcome and amounts stay", async () => {
  const { id: bookingId } = await bookOne(opened);
  const id = await makeClaimOf(opened, bookingId, "complaint");
  const decided = { outcome: "accepted", decision: "Ngozi was right", granted: 0 } as const;
  expect((await decideClaim(services, moderator, { id, version: 1, ...decided }, randomUUID())).ok).toBe(
    true,
  );
  const { version } = await claimOf(opened, bookingId);
  const words = "Ngozi rang about it";
  expect((await noteClaim(services, moderator, { id, version, words }, randomUUID())).ok).toBe(true);
  const before = await claimOf(opened, bookingId);
  opened.clock.pass((SIX_YEARS + 1) * 24 * 3_600_000);
  const purged = await purgeExpired(services);
  expect(purged.oldClaims).toBeGreaterThan(0);
  expect(purged.claimEntries).toBeGreaterThan(0);
  expect(await claimOf(opened, bookingId)).toEqual({ ...before, ...UNNAMED_CLAIM });
  const entries = await db.select().from(claimEntries).where(eq(claimEntries.claimId, id));
  expect(entries.map(({ words, byName }) => [words, byName])).toEqual([
    [null, "Not kept"],
    [null, "Not kept"],
    [null, "Not kept"],
  ]);
});
