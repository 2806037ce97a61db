/** PICKUP-2: locks the row of a regular pickup, changes it, and adds to the pickup's history. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Actor } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import type { RegularAct, RegularSide, RegularTerms } from "../../domain/regular-pickup.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { regularPickupActs, regularPickups, regularStops, runs } from "../../platform/db/schema.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { RegularInput } from "./regular-form.ts";
import { refuse } from "./messages.ts";

export type RegularPickup = typeof regularPickups.$inferSelect;

/** Locks the row of the regular pickup in `where`. Refuses an unknown pickup and an outdated version. */
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

type Noting = Pick<Work<Actor>, "services" | "tx" | "actor" | "at">;

/** Adds a row to the history. If the office acted, also mails the sender. */
export async function noteAct(
  { services, tx, actor, at }: Noting,
  pickupId: string,
  kind: RegularAct,
  words: string | null = null,
): Promise<void> {
  const side: RegularSide = actor.kind === "admin" ? "office" : "sender";
  // All members of a business see the same history, so each row names the member.
  const author =
    actor.kind === "member"
      ? { byUserId: actor.person.id, byName: actor.person.fullName ?? actor.person.email }
      : shownAuthor(actor);
  const [act] = await tx
    .insert(regularPickupActs)
    .values({ pickupId, kind, side, words, ...author, at })
    .returning({ id: regularPickupActs.id });
  if (side === "office")
    await notify(services, tx, { event: "regular_pickup", about: { pickupId, actId: act!.id } });
}

export function pickupTermsOf(of: RegularInput | RegularPickup): RegularTerms {
  const { name, phone, address, town, state, note, days, fromTime, untilTime } = of;
  return { name, phone, address, town, state, note, days, fromTime, untilTime };
}

export const isSame = (one: RegularTerms, other: RegularTerms): boolean =>
  JSON.stringify(termsInOrder(one)) === JSON.stringify(termsInOrder(other));
const termsInOrder = ({
  name,
  phone,
  address,
  town,
  state,
  note,
  days,
  fromTime,
  untilTime,
}: RegularTerms) => [...[name, phone, address, town, state, note, fromTime, untilTime], days];

/** Takes the pickup's stops off runs that are not sealed. A sealed run is on a phone and keeps its stops. */
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
