/** PICKUP-2: what the office can do with regular pickups. */
import { and, eq } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { termsText } from "../../domain/regular-pickup.ts";
import { hubs } from "../../platform/db/schema.ts";
import { requiredText } from "../../platform/http/fields.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { end, pause, pickupVersion, resume } from "./ask-pickup.server.ts";
import {
  changePickupRow,
  isSame,
  leaveComingRuns,
  lockPickup,
  noteAct,
  pickupTermsOf,
} from "./lock-pickup.server.ts";
import { refuse } from "./messages.ts";
import { regularTerms } from "./regular-form.ts";

const ofPickup = z.object({ id: z.string().max(40), version: pickupVersion });

const ofOffice = {
  by: staff("approvePickups"),
  on: ({ tx }: Work<Admin>, seen: { id: string; version: number }) => lockPickup(tx, seen),
  varying: ["version"] as const,
  publish: () => ["runs"] as const,
};

/**
 * Approves a regular pickup, or the change that the sender asked for, and sets the hub whose runs visit the
 * sender. Mails the sender. Refuses an outdated version, a closed hub, and a pickup without a request.
 */
export const approvePickup = operation({
  ...ofOffice,
  name: "regular_pickups.approve",
  input: ofPickup.extend({ hub: z.string("Choose the hub whose riders come").max(40) }),
  run: async (work, { hub: hubId }, pickup) => {
    const { status, wanted } = pickup;
    if (status !== "asked" && wanted === null) return refuse("conflict", "nothing_asked");
    const [hub] = await work.tx
      .select({ id: hubs.id })
      .from(hubs)
      .where(and(hasId(hubs.id, hubId), eq(hubs.active, true)));
    if (!hub) return refuse("invalid", "choose_hub");
    const terms = wanted ?? pickupTermsOf(pickup);
    await changePickupRow(work, pickup, {
      ...terms,
      wanted: null,
      hubId: hub.id,
      status: status === "asked" ? "active" : status,
    });
    // Removes the stops from runs that are not sealed, because their days or hub may be wrong now. The stops are
    // planned again later.
    await leaveComingRuns(work.tx, pickup.id);
    await noteAct(work, pickup, "approved", termsText(terms));
    return { ok: true };
  },
});

/** Refuses a regular pickup or its change, and tells the sender why. An approved pickup keeps its terms. */
export const refusePickup = operation({
  ...ofOffice,
  name: "regular_pickups.refuse",
  input: ofPickup.extend({ reason: requiredText("Write why, the sender reads it", 300) }),
  run: async (work, { reason }, pickup) => {
    const isAsked = pickup.status === "asked";
    if (!isAsked && pickup.wanted === null) return refuse("conflict", "nothing_asked");
    await changePickupRow(work, pickup, isAsked ? { status: "refused", endedAt: work.at } : { wanted: null });
    if (isAsked) await noteAct(work, pickup, "refused", reason, "refused");
    else await noteAct(work, pickup, "change_refused", reason, "change refused");
    return { ok: true };
  },
});

/** The office changes an approved pickup at once. Mails the sender. Refuses an outdated version. */
export const officeChangesPickup = operation({
  ...ofOffice,
  name: "regular_pickups.office_change",
  input: z.intersection(ofPickup, regularTerms),
  run: async (work, form, pickup) => {
    if (pickup.status !== "active" && pickup.status !== "paused") return refuse("conflict", "not_active");
    const terms = pickupTermsOf(form);
    if (isSame(terms, pickupTermsOf(pickup))) return { ok: true };
    await changePickupRow(work, pickup, { ...terms, wanted: null });
    await leaveComingRuns(work.tx, pickup.id);
    await noteAct(work, pickup, "changed", termsText(terms));
    return { ok: true };
  },
});

/** The office pauses an approved pickup. Only the office can then resume it. Mails the sender. */
export const officePauses = operation({
  ...ofOffice,
  name: "regular_pickups.office_pause",
  input: ofPickup,
  run: pause,
});

/** The office resumes a pickup that the sender or the office paused. Mails the sender. */
export const officeResumes = operation({
  ...ofOffice,
  name: "regular_pickups.office_resume",
  input: ofPickup,
  run: resume,
});

/** The office ends a regular pickup. Mails the sender. */
export const officeEnds = operation({
  ...ofOffice,
  name: "regular_pickups.office_end",
  input: ofPickup,
  run: end,
});
