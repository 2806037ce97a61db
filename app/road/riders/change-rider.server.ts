/** RIDER-1: adds and changes riders, who have no email address, password or access to the back office. */
import { and, eq, ne } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { hubs, riders } from "../../platform/db/schema.ts";
import { unlessTaken } from "../../platform/db/unless-taken.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { ofRider } from "../devices/of-rider.ts";
import { logRider } from "../devices/log-rider.server.ts";
import { RIDER_SENT_BEFORE, refuse } from "./messages.ts";
import { riderForm } from "./rider-form.ts";
import { readRider, type RiderRow } from "./riders.server.ts";

export const seenVersion = z.object({ version: z.coerce.number().int().min(0) });

/** Returns the hub that the form names. Refuses a closed hub, unless it is `own`, the rider's present hub. */
async function findHub(tx: Tx, id: string, own: string | null) {
  const [hub] = await tx
    .select({ id: hubs.id, code: hubs.code, active: hubs.active })
    .from(hubs)
    .where(hasId(hubs.id, id))
    .for("key share");
  return hub && (hub.active || hub.id === own) ? hub : refuse("invalid", "no_hub");
}

const takenBy = (tx: Tx, phone: string, id: string | null) => async (): Promise<Refusal | null> => {
  const [other] = await tx
    .select({ name: riders.name, leftAt: riders.leftAt })
    .from(riders)
    .where(and(eq(riders.phone, phone), id === null ? undefined : ne(riders.id, id)));
  return other ? refuse("invalid", "phone_taken", { name: other.name, left: other.leftAt !== null }) : null;
};

/**
 * Adds a rider to an active hub. Refuses (with a field error) a phone number that another rider has or a former rider
 * had.
 */
export const createRider = operation({
  name: "riders.create",
  by: staff("manageRiders"),
  input: riderForm,
  run: async ({ tx, actor, at }, { name, phone, hub: hubId }) => {
    const hub = await findHub(tx, hubId, null);
    if ("ok" in hub) return hub;
    const row = { name, phone, hubId: hub.id, createdAt: at, updatedAt: at };
    const write = async (inner: Tx) => {
      const [rider] = await inner.insert(riders).values(row).returning({ id: riders.id });
      return { ok: true as const, id: rider!.id };
    };
    const made = await unlessTaken(tx, write, takenBy(tx, phone, null));
    if (!made.ok) return made;
    await logRider({ tx, actor, at }, made.id, "create_rider", `${name}, hub ${hub.code}`);
    return { ...made, name };
  },
  stored: ({ ok, id }) => ({ ok, id }),
  conflict: () => RIDER_SENT_BEFORE,
  publish: () => ["runs"],
});

/** Locks the row of a rider. Refuses if somebody changed the rider after the page with the form was loaded. */
export async function lockRider(
  { tx }: Work<Admin>,
  { id, version }: { id: string; version: number },
): Promise<RiderRow | Refusal> {
  const [row] = await tx
    .select({ version: riders.version })
    .from(riders)
    .where(hasId(riders.id, id))
    .for("update");
  if (!row) return refuse("not_found", "no_rider");
  return row.version === version ? (await readRider(tx, id))! : refuse("conflict", "changed_meanwhile");
}

const change = z.intersection(z.intersection(ofRider, seenVersion), riderForm);

/** Changes name, phone number and hub, but not the runs. Refuses the same input as `createRider`. */
export const saveRider = operation({
  name: "riders.save",
  by: staff("manageRiders"),
  input: change,
  varying: ["version"],
  on: lockRider,
  run: async ({ tx, actor, at }, { id, name, phone, hub: hubId }, before) => {
    const hub = await findHub(tx, hubId, before.hubId);
    if ("ok" in hub) return hub;
    const changes = [
      name !== before.name && `name ${before.name} → ${name}`,
      phone !== before.phone && `phone ${formatPhone(before.phone)} → ${formatPhone(phone)}`,
      hub.id !== before.hubId && `hub ${before.hubCode} → ${hub.code}`,
    ].filter((text) => text !== false);
    if (changes.length === 0) return { ok: true };
    const row = { name, phone, hubId: hub.id, version: before.version + 1, updatedAt: at };
    const write = (inner: Tx) => inner.update(riders).set(row).where(eq(riders.id, id));
    const taken = await unlessTaken(tx, write, takenBy(tx, phone, id));
    if ("ok" in taken) return taken;
    await logRider({ tx, actor, at }, id, "update_rider", `${before.name}: ${changes.join("; ")}`);
    return { ok: true };
  },
  conflict: () => RIDER_SENT_BEFORE,
  publish: () => ["runs"],
});
