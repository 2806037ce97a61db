/** PICKUP-1, PICKUP-2: what a sender can do with a regular pickup. */
import { and, notInArray, sql } from "drizzle-orm";
import * as z from "zod";
import { anybody } from "../../access/by.server.ts";
import { MOST_REGULAR, termsText } from "../../domain/regular-pickup.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { regularPickups } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { bookOwnerColumns, type BookActor } from "../address-book/book-owner.server.ts";
import {
  changePickupRow,
  isSame,
  leaveComingRuns,
  lockPickup,
  noteAct,
  ofPickupOwner,
  pickupTermsOf,
  sideOf,
  type PickupWork,
  type RegularPickup,
} from "./lock-pickup.server.ts";
import { refuse } from "./messages.ts";
import { regularTerms } from "./regular-form.ts";

const by: By<BookActor> = anybody;
const ofStore = z.object({ storeId: z.string().max(40).default("") });
export const pickupVersion = z.coerce.number().int().min(1).max(2_000_000_000);
const ofPickup = ofStore.extend({ id: z.string().max(40), version: pickupVersion });

type Found = { id: string; storeId: string; version: number };
const lockOwn = ({ tx, actor }: Work<BookActor>, { id, storeId, version: seen }: Found) =>
  lockPickup(tx, { id, version: seen }, ofPickupOwner({ actor, storeId }));

const ofSender = { by, on: lockOwn, varying: ["version"] as const, publish: () => ["runs"] as const };

/** Asks for a regular pickup. Refuses another person's store, and an owner who already has MOST_REGULAR pickups. */
export const askPickup = operation({
  name: "regular_pickups.ask",
  by,
  input: z.intersection(ofStore, regularTerms),
  run: async (work, { storeId, ...form }) => {
    const { tx, actor, at } = work;
    const owner = await bookOwnerColumns(tx, { actor, storeId });
    if (!owner) return refuse("not_found", "not_your_store");
    if ((await countOf(tx, { actor, storeId }, owner)) >= MOST_REGULAR)
      return refuse("conflict", "too_many", { most: MOST_REGULAR });
    const [made] = await tx
      .insert(regularPickups)
      .values({ ...pickupTermsOf(form), ...owner, createdAt: at, updatedAt: at })
      .returning({ id: regularPickups.id });
    await noteAct(work, { id: made!.id, name: form.name }, "asked", termsText(form));
    return { ok: true, id: made!.id };
  },
  publish: () => ["runs"],
});

/** Counts an owner's regular pickups that have not ended. A lock makes the owner's requests run one by one. */
async function countOf(
  tx: Tx,
  of: { actor: BookActor; storeId: string },
  owner: Record<string, string | null>,
): Promise<number> {
  const whose = owner["userId"] ?? owner["storeId"] ?? owner["businessId"];
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`regular pickups ${whose}`}, 0))`);
  return tx.$count(
    regularPickups,
    and(ofPickupOwner(of), notInArray(regularPickups.status, ["ended", "refused"])),
  );
}

/**
 * Changes a sender's request. A change of an approved pickup waits for the office, and the old terms apply until the
 * office decides. Refuses an outdated version and an ended pickup. Unchanged terms have no effect.
 */
export const changePickup = operation({
  ...ofSender,
  name: "regular_pickups.change",
  input: z.intersection(ofPickup, regularTerms),
  run: async (work, form, pickup) => {
    const terms = pickupTermsOf(form);
    if (pickup.status === "ended") return refuse("conflict", "is_ended");
    const isDecided = pickup.status === "active" || pickup.status === "paused";
    if (isSame(terms, pickup.wanted ?? pickupTermsOf(pickup)) && pickup.status !== "refused")
      return { ok: true, waits: pickup.wanted !== null };
    if (isDecided) {
      const back = isSame(terms, pickupTermsOf(pickup));
      await changePickupRow(work, pickup, { wanted: back ? null : terms });
      await noteAct(work, pickup, "change_asked", termsText(terms));
      return { ok: true, waits: !back };
    }
    await changePickupRow(work, pickup, { ...terms, status: "asked", endedAt: null });
    await noteAct(work, pickup, pickup.status === "refused" ? "asked" : "changed", termsText(terms));
    return { ok: true, waits: true };
  },
});

type Acted = { ok: true } | Refusal;

/** Pauses an approved pickup: no rider visits the sender until the pickup is resumed. */
export async function pause(work: PickupWork, _: unknown, pickup: RegularPickup): Promise<Acted> {
  if (pickup.status !== "active") return refuse("conflict", "not_active");
  await changePickupRow(work, pickup, { status: "paused", pausedBy: sideOf(work.actor) });
  await leaveComingRuns(work.tx, pickup.id);
  await noteAct(work, pickup, "paused");
  return { ok: true };
}

/** Resumes a paused pickup. A sender cannot resume a pickup that the office paused. */
export async function resume(work: PickupWork, _: unknown, pickup: RegularPickup): Promise<Acted> {
  if (pickup.status !== "paused") return refuse("conflict", "not_paused");
  if (pickup.pausedBy === "office" && sideOf(work.actor) === "sender")
    return refuse("conflict", "paused_by_office");
  await changePickupRow(work, pickup, { status: "active", pausedBy: null });
  await noteAct(work, pickup, "resumed");
  return { ok: true };
}

/** Ends a regular pickup, even if it was not approved yet. */
export async function end(work: PickupWork, _: unknown, pickup: RegularPickup): Promise<Acted> {
  if (pickup.endedAt) return refuse("conflict", "is_ended");
  const ended = { status: "ended" as const, endedAt: work.at, wanted: null, pausedBy: null };
  await changePickupRow(work, pickup, ended);
  await leaveComingRuns(work.tx, pickup.id);
  await noteAct(work, pickup, "ended");
  return { ok: true };
}

/** The sender pauses an approved pickup. Refuses a pickup that is not active. */
export const pausePickup = operation({
  ...ofSender,
  name: "regular_pickups.pause",
  input: ofPickup,
  run: pause,
});

/** Resumes a pickup that the sender paused. Refuses a pickup that the office paused. */
export const resumePickup = operation({
  ...ofSender,
  name: "regular_pickups.resume",
  input: ofPickup,
  run: resume,
});

/** The sender ends a regular pickup. Refuses an ended pickup. */
export const endPickup = operation({ ...ofSender, name: "regular_pickups.end", input: ofPickup, run: end });
