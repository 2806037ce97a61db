/** DEMO-1: signs this browser in as a person of the demo. */
import { and, desc, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { adminOf } from "../../access/actors.server.ts";
import type { Admin } from "../../access/actor.ts";
import { visitor } from "../../access/by.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { deviceCookie } from "../../access/rider-device.server.ts";
import { beginSession, endSession, forgetSessionCookie } from "../../access/sessions.server.ts";
import { isDemo } from "../../access/is-demo.server.ts";
import { DEMO_DOOR_NAMES, DEMO_SHIFT_PIN, type DemoDoor } from "../../domain/demo-doors.ts";
import { DEMO_EMAILS, DEMO_PHONES } from "../../domain/demo-people.ts";
import {
  adminMembers,
  bookings,
  cashOnDelivery,
  profiles,
  riderDevices,
  riders,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { refusalText, type Refusal } from "../../platform/http/result.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import { linkOf } from "../../parcels/receiver-link/receiver-link.server.ts";
import { enrolPhone } from "../../road/devices/enrol.server.ts";
import { showEnrolment } from "../../road/devices/enrolment.server.ts";
import { setShiftPin } from "../../road/devices/shift.server.ts";
import { refuse } from "./messages.ts";

/** A browser at the demo's sign-in. `isOwnMachine` is true if the request came from the server's machine. */
export type DemoVisitor = {
  session: Session;
  isOwnMachine: boolean;
  agent: string;
  deviceToken: string | null;
};
const atDoor: By<DemoVisitor> = {
  refusal: ({ isOwnMachine }) => (isOwnMachine ? null : refuse("forbidden", "no_demo")),
  logRefusal: () => Promise.resolve(),
  keySpaces: ({ session }) => visitor.keySpaces(session),
};

type Opened = { ok: true; cookies: string[]; to: string };
type Entered = Opened & { door: DemoDoor };

/**
 * Signs this browser in as a person of the demo, in place of the person who was signed in before. Returns the cookies
 * and the page to open. Refuses every request from another machine, a database that did not begin as a demo, and an
 * installation with a mail server or a public address.
 */
export const openDoor = operation({
  name: "demo.open_door",
  by: atDoor,
  keyless: true,
  input: z.object({ door: z.enum(DEMO_DOOR_NAMES) }),
  perform: async ({ services, actor }, { door }): Promise<Entered | Refusal> => {
    if (!(await isDemo(services))) return refuse("not_found", "no_demo");
    const opened = await enter(services, actor, door);
    return opened.ok ? { ...opened, door } : opened;
  },
});

function enter(services: Services, actor: DemoVisitor, door: DemoDoor): Promise<Opened | Refusal> {
  if (door === "receiver") return toReceiver(services, actor);
  if (door === "rider") return toRider(services, actor);
  return toPerson(services, actor, door);
}

const START = { sender: "/profile", shop: "/store/dashboard/orders", dispatcher: "/admin", owner: "/admin" };

async function toPerson(services: Services, { session }: DemoVisitor, door: keyof typeof START) {
  const found = await personOf(services, DEMO_EMAILS[door]);
  const isStaff = door === "dispatcher" || door === "owner";
  if (!found || (isStaff && !found.staff)) return refuse("gone", "gone");
  const { person, staff } = found;
  const cookie = await transact(services.db, async (tx) => {
    const at = services.now();
    await tx.update(profiles).set({ lastSignInAt: at }).where(eq(profiles.id, person.id));
    if (isStaff && staff) {
      await tx.update(adminMembers).set({ lastAccessAt: at }).where(eq(adminMembers.id, staff.memberId));
      const admin = adminOf(session.ip, person, staff);
      const login = { action: "login", description: "By a door of the demo", entityType: "session" } as const;
      await recordActivity(tx, admin, at, login);
    }
    return beginSession(services, tx, session, person.id, isStaff ? "staff" : "customer");
  });
  return { ok: true as const, cookies: [cookie], to: START[door] };
}

async function personOf({ db }: Services, email: string) {
  const [row] = await db
    .select({ person: profiles, memberId: adminMembers.id, role: adminMembers.adminRole })
    .from(profiles)
    .leftJoin(adminMembers, eq(adminMembers.userId, profiles.id))
    .where(eq(profiles.email, email));
  if (!row) return null;
  const { person, memberId, role } = row;
  return { person, staff: memberId && role ? { memberId, role } : null };
}

/** Returns the path of the receiver's page of the newest parcel with cash on delivery. A receiver needs no account. */
async function toReceiver(services: Services, actor: DemoVisitor) {
  const [parcel] = await services.db
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(eq(bookings.receiverPhone, DEMO_PHONES.receiver))
    .orderBy(desc(bookings.createdAt))
    .limit(1);
  if (!parcel) return refuse("gone", "gone");
  const link = new URL(await linkOf(services, "receiver", parcel.code));
  return { ok: true as const, cookies: [await leave(services, actor)], to: link.pathname };
}

async function leave(services: Services, { session }: DemoVisitor): Promise<string> {
  await transact(services.db, (tx) => endSession(tx, session));
  return forgetSessionCookie(services.secure);
}

/** Enrols this browser as the rider's phone, as the office enrols phones. An enrolled browser stays as it is. */
async function toRider(services: Services, actor: DemoVisitor) {
  const { db } = services;
  const [rider] = await db
    .select({ id: riders.id })
    .from(riders)
    .where(and(eq(riders.phone, DEMO_PHONES.rider), isNull(riders.leftAt)));
  const office = await personOf(services, DEMO_EMAILS.owner);
  if (!rider || !office?.staff) return refuse("gone", "gone");
  const desk = adminOf(actor.session.ip, office.person, office.staff);
  const pinSet = await setShiftPin(services, desk, { id: rider.id, pin: DEMO_SHIFT_PIN });
  if (!pinSet.ok) return pinSet;
  const cookies = [await leave(services, actor)];
  if (!(await isPhoneOf(services, actor.deviceToken, rider.id)))
    cookies.push(await enrol(services, actor, desk, rider.id));
  return { ok: true as const, cookies, to: "/rider" };
}

async function isPhoneOf({ db, now }: Services, token: string | null, riderId: string): Promise<boolean> {
  if (token === null) return false;
  const [device] = await db
    .select({ riderId: riderDevices.riderId, expiresAt: riderDevices.expiresAt })
    .from(riderDevices)
    .where(and(eq(riderDevices.tokenHash, hashToken(token)), isNull(riderDevices.revokedAt)));
  return device !== undefined && device.riderId === riderId && device.expiresAt > now();
}

async function enrol(services: Services, actor: DemoVisitor, desk: Admin, riderId: string): Promise<string> {
  const shown = await showEnrolment(services, desk, { id: riderId });
  if (!shown.ok) throw new Error(refusalText(shown));
  const enrolled = await enrolPhone(services, actor, { code: shown.secret, position: false });
  if (!enrolled.ok) throw new Error(refusalText(enrolled));
  return deviceCookie(services.secure).serialize(enrolled.token);
}
