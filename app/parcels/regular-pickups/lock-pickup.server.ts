/** PICKUP-2: locks the row of a regular pickup, changes it, and adds to the pickup's history. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { logAbout } from "../../access/record-activity.server.ts";
import type { RegularAct, RegularSide, RegularTerms } from "../../domain/regular-pickup.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { regularPickupActs, regularPickups, regularStops, runs } from "../../platform/db/schema.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { ownedBy, type BookActor, type BookOf } from "../address-book/book-owner.server.ts";
import type { RegularInput } from "./regular-form.ts";
import { refuse } from "./messages.ts";

export type RegularPickup = typeof regularPickups.$inferSelect;

/** PICKUP-1: selects the regular pickups of a person, of the person's store, or of the person's business. */
export const ofPickupOwner = (of: BookOf): SQL => ownedBy(regularPickups, of);

/** Locks the row of a regular pickup that matches `where`. Refuses an unknown pickup and an outdated version. */
export async function lockPickup(
  tx: Tx,
  { id, version }: { id: string; version: number | null },
  where?: SQL,
): Promise<RegularPickup | Refusal> {
  const [found] = await tx
    .select()
    .from(regularPickups)
    .where(and(hasId(regularPickups.id, id), where))
    .for("no key update");
  if (!found) return refuse("not_found", "pickup_gone");
  return version === null || found.version === version ? found : refuse("conflict", "changed_meanwhile");
}

export async function changePickupRow(
  { tx, at }: { tx: Tx; at: Date },
  { id, version }: Pick<RegularPickup, "id" | "version">,
  values: Partial<typeof regularPickups.$inferInsert>,
): Promise<void> {
  await tx
    .update(regularPickups)
    .set({ ...values, version: version + 1, updatedAt: at })
    .where(eq(regularPickups.id, id));
}

/** The work of a sender or the office on a regular pickup. */
export type PickupWork = Work<BookActor | Admin>;

export const sideOf = (actor: BookActor | Admin): RegularSide =>
  actor.kind === "admin" ? "office" : "sender";

const logPickup = logAbout("regular_pickup");

/**
 * Adds a row to the pickup's history. If the actor is the office, also mails the sender, and writes `logged` to the
 * activity log. By default `logged` is the change's name and words.
 */
export async function noteAct(
  { services, tx, actor, at }: PickupWork,
  { id, name }: Pick<RegularPickup, "id" | "name">,
  kind: RegularAct,
  words: string | null = null,
  logged = words === null ? kind : `${kind}, ${words}`,
): Promise<void> {
  // All members of a business see the same history, so each row names the member.
  const author =
    actor.kind === "member"
      ? { byUserId: actor.person.id, byName: actor.person.fullName ?? actor.person.email }
      : shownAuthor(actor);
  const [act] = await tx
    .insert(regularPickupActs)
    .values({ pickupId: id, kind, side: sideOf(actor), words, ...author, at })
    .returning({ id: regularPickupActs.id });
  if (actor.kind !== "admin") return;
  const description = `Regular pickup of ${name}: ${logged}`.slice(0, 500);
  await logPickup({ tx, actor, at }, id, "regular_pickup", description);
  await notify(services, tx, { event: "regular_pickup", about: { pickupId: id, actId: act!.id } });
}

/** Returns only the terms, with their keys always in the same order, because `isSame` compares terms as JSON. */
export function pickupTermsOf(of: RegularInput | RegularTerms): RegularTerms {
  const { name, phone, address, town, state, note, days, fromTime, untilTime } = of;
  return { name, phone, address, town, state, note, days, fromTime, untilTime };
}

export const isSame = (one: RegularTerms, other: RegularTerms): boolean =>
  JSON.stringify(pickupTermsOf(one)) === JSON.stringify(pickupTermsOf(other));

/** Removes the pickup's stops from runs that are not sealed. A sealed run is on a phone already and keeps its stops. */
export async function leaveComingRuns(tx: Tx, pickupId: string, day: string | null = null): Promise<void> {
  await tx
    .delete(regularStops)
    .where(
      and(
        eq(regularStops.pickupId, pickupId),
        day === null ? undefined : eq(regularStops.day, day),
        sql`${regularStops.runId} in (select ${runs.id} from ${runs} where ${runs.state} = 'planned')`,
      ),
    );
}
