/** DEVICE-3, DEVICE-4: begins and ends shifts on the rider's phone. The rider's own PIN begins a shift. */
import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { rider as byRider, staff } from "../../access/by.server.ts";
import type { Rider } from "../../access/actor.ts";
import { DEVICE_DAYS } from "../../access/rider-device.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDevices, riderPins, riderShifts } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.server.ts";
import { plainField } from "../../platform/http/fields.ts";
import type { Services } from "../../platform/services.server.ts";
import { logRider } from "./log-rider.server.ts";
import { ofRider } from "./of-rider.ts";
import { lockWorking } from "./enrolment.server.ts";
import { refuse } from "./messages.ts";
import { isShiftPin, waitAfter } from "./shift-pin.ts";

const SHIFT_HOURS = 14;
const HOUR_MS = 3_600_000;
const pinForm = z.object({ pin: plainField().max(20) });

/** Begins a shift, and returns the time of its end. Ends the earlier shift on this phone, if there is one. */
async function begin(tx: Tx, { id: riderId, deviceId }: Rider, at: Date): Promise<Date> {
  const expiresAt = new Date(at.getTime() + SHIFT_HOURS * HOUR_MS);
  await end(tx, deviceId, at);
  await tx.insert(riderShifts).values({ deviceId, riderId, begunAt: at, expiresAt });
  await tx
    .update(riderDevices)
    .set({ expiresAt: new Date(at.getTime() + DEVICE_DAYS * 24 * HOUR_MS) })
    .where(eq(riderDevices.id, deviceId));
  return expiresAt;
}

const end = (tx: Tx, deviceId: string, at: Date) =>
  tx
    .update(riderShifts)
    .set({ endedAt: at })
    .where(and(eq(riderShifts.deviceId, deviceId), isNull(riderShifts.endedAt)));

/** Locks the row of the rider's phone. Refuses a phone that was revoked during this request. */
async function ownDevice({ tx, actor }: { tx: Tx; actor: Rider }) {
  const [device] = await tx
    .select({ id: riderDevices.id })
    .from(riderDevices)
    .where(and(eq(riderDevices.id, actor.deviceId), isNull(riderDevices.revokedAt)))
    .for("update");
  return device ?? refuse("forbidden", "no_device");
}

const logged = (tx: Tx, actor: Rider, at: Date, description: string) =>
  logRider({ tx, actor, at }, actor.id, "rider_shift", description);

/**
 * Begins a shift of 14 hours. Refuses a wrong PIN, and a rider without a PIN. After a wrong PIN, also refuses every PIN
 * until a delay is over (1, 2, 4 … at most 15 minutes).
 */
export const beginShift = operation({
  name: "riders.begin_shift",
  by: byRider,
  keyless: true,
  input: pinForm,
  prepare: async ({ services, actor, at }, { pin }) => {
    const wrong = await comparePin(services, actor.id, pin, at);
    return wrong ?? { ok: true, prepared: undefined };
  },
  on: ownDevice,
  run: async ({ tx, actor, at }) => {
    const shiftEnds = await begin(tx, actor, at);
    await logged(tx, actor, at, "Shift begun");
    return { ok: true, shiftEnds };
  },
});

/**
 * Compares a PIN. Returns null if the PIN is correct. Before the comparison, the try is stored as wrong, which begins
 * the delay. So only one of several simultaneous tries is compared.
 */
async function comparePin({ db }: Services, riderId: string, pin: string, at: Date) {
  const found = await transact(db, async (tx) => {
    const [row] = await tx.select().from(riderPins).where(eq(riderPins.riderId, riderId)).for("update");
    if (!row) return refuse("conflict", "no_pin");
    const left = (row.waitUntil?.getTime() ?? 0) - at.getTime();
    if (left > 0) return refuse("rate_limited", "wait", { retryAfterSeconds: Math.ceil(left / 1000) });
    const wrongTries = row.wrongTries + 1;
    const wait = waitAfter(wrongTries);
    await tx
      .update(riderPins)
      .set({ wrongTries, waitUntil: new Date(at.getTime() + wait) })
      .where(eq(riderPins.riderId, riderId));
    return { hash: row.hash, wait };
  });
  if ("ok" in found) return found;
  if (!(await verifyPassword(pin, found.hash)))
    return refuse("forbidden", "wrong_pin", { retryAfterSeconds: found.wait / 1000 });
  await db
    .update(riderPins)
    .set({ wrongTries: 0, waitUntil: null })
    .where(and(eq(riderPins.riderId, riderId), eq(riderPins.hash, found.hash)));
  return null;
}

/** Sets the first PIN of a rider, and begins a shift. Refuses easy digits, and a rider who has a PIN. */
export const choosePin = operation({
  name: "riders.choose_pin",
  by: byRider,
  keyless: true,
  input: pinForm,
  prepare: async (_, { pin }) =>
    isShiftPin(pin) ? { ok: true, prepared: await hashPassword(pin) } : refuse("invalid", "bad_pin"),
  on: ownDevice,
  run: async ({ tx, actor, at, prepared: hash }) => {
    const made = await tx
      .insert(riderPins)
      .values({ riderId: actor.id, hash, setAt: at })
      .onConflictDoNothing()
      .returning({ riderId: riderPins.riderId });
    if (made.length === 0) return refuse("conflict", "has_pin");
    const shiftEnds = await begin(tx, actor, at);
    await logged(tx, actor, at, "Shift PIN chosen, shift begun");
    return { ok: true, shiftEnds };
  },
});

/** Ends the shift, so that the phone hides the run. The phone still sends unsent deeds. */
export const endShift = operation({
  name: "riders.end_shift",
  by: byRider,
  keyless: true,
  input: z.object({}),
  run: async ({ tx, actor, at }) => {
    await end(tx, actor.deviceId, at);
    await logged(tx, actor, at, "Shift ended");
    return { ok: true };
  },
});

/**
 * Sets or removes a rider's PIN. A rider without a PIN chooses one at the next shift. Ends the delay after
 * wrong PINs. Refuses easy digits and a former rider.
 */
export const setShiftPin = operation({
  name: "riders.set_shift_pin",
  by: staff("manageRiders"),
  keyless: true,
  input: z.intersection(ofRider, z.object({ pin: plainField().max(20).default("") })),
  secrets: ["pin"],
  prepare: async (_, { pin }) => {
    if (pin !== "" && !isShiftPin(pin)) return refuse("invalid", "bad_pin");
    return { ok: true, prepared: pin === "" ? null : await hashPassword(pin) };
  },
  on: lockWorking,
  run: async ({ tx, actor, at, prepared: hash }, { id }, rider) => {
    await tx.delete(riderPins).where(eq(riderPins.riderId, id));
    if (hash) await tx.insert(riderPins).values({ riderId: id, hash, setAt: at });
    await logRider(
      { tx, actor, at },
      id,
      "rider_pin",
      `${rider.name}: shift PIN ${hash ? "set" : "to be chosen anew"}`,
    );
    return { ok: true };
  },
});
