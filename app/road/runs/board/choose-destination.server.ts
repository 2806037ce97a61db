/**
 * TRIP-13: dispatch chooses the hub that delivers some pieces, because no hub serves their place, or because another
 * hub should deliver them.
 */
import { and, eq, sql } from "drizzle-orm";
import { staff } from "../../../access/by.server.ts";
import type { Admin } from "../../../access/actor.ts";
import { logHub } from "../../../access/record-activity.server.ts";
import { endExceptions } from "../../../parcels/custody/end-exceptions.server.ts";
import { bookings, hubs, pieces } from "../../../platform/db/schema.ts";
import type { Refusal } from "../../../platform/http/result.ts";
import { operation, type Work } from "../../../platform/operations/operation.server.ts";
import { refuse } from "../messages.ts";
import { destinationForm } from "../run-forms.ts";

/**
 * Sets the hub that delivers these pieces, in the caller's transaction. Returns the codes of the pieces' bookings and
 * the hub's name. Refuses a closed hub. Refuses if none of the pieces is still open.
 */
export async function setDestination(
  { tx }: Pick<Work<Admin>, "tx">,
  pieceIds: readonly string[],
  hubId: string,
): Promise<{ ok: true; codes: string[]; hub: string } | Refusal> {
  const [hub] = await tx
    .select({ name: hubs.name })
    .from(hubs)
    .where(and(eq(hubs.id, hubId), eq(hubs.active, true)));
  if (!hub) return refuse("invalid", "unknown_to_hub");
  const rows = await tx
    .update(pieces)
    .set({ toHubId: hubId })
    .from(bookings)
    .where(
      and(
        eq(bookings.id, pieces.bookingId),
        sql`${pieces.id} = any(${sql.param(pieceIds)}::uuid[])`,
        sql`${pieces.holderKind} <> 'receiver'`,
      ),
    )
    .returning({ code: bookings.trackingCode });
  if (rows.length === 0) return refuse("conflict", "none_held");
  return { ok: true, codes: [...new Set(rows.map(({ code }) => code))], hub: hub.name };
}

/**
 * Sets the hub that delivers the chosen pieces, instead of the hub that their addresses decide. Refuses what
 * `setDestination` refuses.
 */
export const chooseDestination = operation({
  name: "runs.choose_destination",
  by: staff("planRuns"),
  input: destinationForm,
  run: async (work, { pieces: chosen, toHub }) => {
    // The exceptions are closed before the rows of the pieces are locked. The code that resolves exceptions uses the
    // same order. A different order could cause deadlocks.
    await endNotClear(work, chosen);
    const done = await setDestination(work, chosen, toHub);
    if (!done.ok) return done;
    await logHub(work, toHub, "update_run", `${done.hub} delivers ${done.codes.join(", ")}`);
    return { ok: true, pieces: chosen.length, hub: done.hub, codes: done.codes };
  },
  publish: ({ codes }) => ["runs", "exceptions", ...codes.map((code) => `booking:${code}` as const)],
});

/** Closes the exceptions that ask which hub delivers these pieces. */
async function endNotClear(work: Work<Admin>, pieceIds: readonly string[]): Promise<void> {
  const rows = await work.tx
    .selectDistinct({ id: pieces.bookingId })
    .from(pieces)
    .where(sql`${pieces.id} = any(${sql.param(pieceIds)}::uuid[])`);
  const said = { reason: "solved" as const, words: "The desk chose the hub." };
  await endExceptions(work, "no_destination", { bookingIds: rows.map(({ id }) => id) }, said);
}
