/** HUB-1: adds and changes hubs. The hours to other hubs have a separate form (HUB-6). */
import { and, eq, inArray, ne, or } from "drizzle-orm";
import * as z from "zod";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { logHub } from "../../access/record-activity.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { unlessTaken } from "../../platform/db/unless-taken.server.ts";
import { hubAreas, hubs, laneHours } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { areaLines } from "./hub-areas.ts";
import { hubForm, lanesForm, type HubInput } from "./hub-form.ts";
import { NOTHING_LEFT, readHub, readLeft, type Hub } from "./hubs.server.ts";
import { HUB_SENT_BEFORE, refuse } from "./messages.ts";

/** After a hub is saved, the operation waits at most this time until the other processes have read the changed hub. */
const TELL_MS = 1000;
const tell = ({ live }: Services) => live.tellAll("company", TELL_MS);

const version = z.object({ version: z.coerce.number().int().min(0) });
const ofHub = z.object({ id: z.string().max(40) });

const columnsOf = ({ name, code, phone, address, state, town, hours, active }: HubInput) => ({
  ...{ name, code, phone, address, state, town },
  hours: hours.join("\n"),
  ...(active !== undefined && { active }),
});

const takenBy =
  (tx: Tx, { name, code }: HubInput, id: string | null) =>
  async (): Promise<Refusal | null> => {
    const [other] = await tx
      .select({ name: hubs.name, code: hubs.code })
      .from(hubs)
      .where(and(or(eq(hubs.name, name), eq(hubs.code, code)), id === null ? undefined : ne(hubs.id, id)));
    if (!other) return null;
    return other.code === code
      ? refuse("invalid", "code_taken", other)
      : refuse("invalid", "name_taken", other);
  };

async function writeAreas(tx: Tx, hubId: string, areas: HubInput["areas"]): Promise<void> {
  await tx.delete(hubAreas).where(eq(hubAreas.hubId, hubId));
  if (areas.length > 0) await tx.insert(hubAreas).values(areas.map((area) => ({ ...area, hubId })));
}

/** Adds a hub. Refuses (with field errors) a name or code that another hub has. */
export const createHub = operation({
  name: "hubs.create",
  by: staff("manageHubs"),
  input: hubForm,
  run: async ({ tx, actor, at }, input) => {
    const row = { ...columnsOf(input), createdAt: at, updatedAt: at };
    const write = async (inner: Tx) => {
      const [hub] = await inner.insert(hubs).values(row).returning({ id: hubs.id });
      return { ok: true as const, id: hub!.id };
    };
    const made = await unlessTaken(tx, write, takenBy(tx, input, null));
    if (!made.ok) return made;
    await writeAreas(tx, made.id, input.areas);
    await logHub({ tx, actor, at }, made.id, "create_hub", `${input.code} ${input.name}`);
    return { ...made, name: input.name };
  },
  stored: ({ ok, id }) => ({ ok, id }),
  conflict: () => HUB_SENT_BEFORE,
  tell,
});

/** Locks the row of a hub. Refuses if another person saved the hub after the form was shown. */
async function lockHub({ tx }: Work<Admin>, id: string, seen: number): Promise<Hub | Refusal> {
  const [row] = await tx.select({ version: hubs.version }).from(hubs).where(hasId(hubs.id, id)).for("update");
  if (!row) return refuse("not_found", "no_hub");
  return row.version === seen ? (await readHub(tx, id))! : refuse("conflict", "changed_meanwhile");
}

function changesOf(before: Hub, after: HubInput): string[] {
  const texts = (hub: Omit<HubInput, "hours"> & { hours: string | string[] }) => ({
    name: hub.name,
    code: hub.code,
    phone: formatPhone(hub.phone),
    address: hub.address,
    state: hub.state,
    hours: [hub.hours].flat().join("\n").replaceAll("\n", ", "),
    areas: areaLines(hub.areas).join("; "),
    active: (hub.active ?? before.active) ? "yes" : "no",
  });
  const [old, now] = [texts({ ...before, stateSure: "" }), texts(after)];
  return (Object.keys(old) as (keyof typeof old)[])
    .filter((fact) => old[fact] !== now[fact])
    .map((fact) => `${fact} ${old[fact] || "none"} → ${now[fact] || "none"}`);
}

/**
 * Changes a hub. Closing a hub moves nothing out of it (HUB-5), and `left` lists what is still there. Refuses a name or
 * code that another hub has (with field errors) and an outdated version. If all values are unchanged, writes nothing.
 */
export const saveHub = operation({
  name: "hubs.save",
  by: staff("manageHubs"),
  input: z.intersection(z.intersection(ofHub, version), hubForm),
  varying: ["version"],
  on: (work, { id, version: seen }) => lockHub(work, id, seen),
  run: async ({ tx, actor, at }, input, before) => {
    const { id, version: seen, ...hub } = input;
    const changes = changesOf(before, hub);
    const closed = before.active && hub.active === false;
    if (changes.length > 0) {
      const row = { ...columnsOf(hub), version: seen + 1, updatedAt: at };
      const write = (inner: Tx) => inner.update(hubs).set(row).where(eq(hubs.id, id));
      const taken = await unlessTaken(tx, write, takenBy(tx, hub, id));
      if ("ok" in taken) return taken;
      await writeAreas(tx, id, hub.areas);
      const what = `${before.code}: ${changes.join("; ")}`.slice(0, 1000);
      await logHub({ tx, actor, at }, id, closed ? "close_hub" : "update_hub", what);
    }
    return { ok: true, closed, left: (await readLeft(tx, id)).get(id) ?? NOTHING_LEFT };
  },
  conflict: () => HUB_SENT_BEFORE,
  tell,
});

/** HUB-6: stores the hours from a hub to other hubs. Refuses an unknown hub. */
export const saveLanes = operation({
  name: "hubs.save_lanes",
  by: staff("manageHubs"),
  input: z.intersection(ofHub, lanesForm),
  on: async ({ tx }, { id }) => {
    const [hub] = await tx.select().from(hubs).where(hasId(hubs.id, id)).for("update");
    return hub ?? refuse("not_found", "no_hub");
  },
  run: async ({ tx, actor, at }, { id, lanes }, { code }) => {
    const others = lanes.length
      ? await tx
          .select({ id: hubs.id, code: hubs.code })
          .from(hubs)
          .where(
            and(
              ne(hubs.id, id),
              inArray(
                hubs.id,
                lanes.map(({ toHubId }) => toHubId),
              ),
            ),
          )
      : [];
    const codes = new Map(others.map((other) => [other.id, other.code]));
    if (codes.size < lanes.length) return refuse("invalid", "no_other_hub");
    await tx.delete(laneHours).where(eq(laneHours.fromHubId, id));
    if (lanes.length > 0)
      await tx.insert(laneHours).values(lanes.map((lane) => ({ ...lane, fromHubId: id })));
    const hours = lanes.map((lane) => `to ${codes.get(lane.toHubId)} ${lane.hours} hours`);
    const what = hours.join(", ") || "the usual hours to every hub";
    await logHub({ tx, actor, at }, id, "update_hub", `${code}: ${what}`);
    return { ok: true };
  },
  conflict: () => HUB_SENT_BEFORE,
});
