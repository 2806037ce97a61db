/** Bookings and staff for tests of operations, made by the operations themselves. */
import { eq } from "drizzle-orm";
import { asAdmin, asGuest, type Admin } from "../../app/accounts/actor.server.ts";
import type { AdminRole } from "../../app/accounts/roles.ts";
import { bookingForm } from "../../app/bookings/booking-form-schema.ts";
import { createBooking } from "../../app/bookings/bookings.server.ts";
import { adminMembers, deliveries, profiles } from "../../app/db/schema.ts";
import { BODY } from "./booking-form.ts";
import type { TestServices } from "./services.ts";

export const typedBooking = (more: Record<string, string> = {}) =>
  bookingForm.parse({ ...BODY, deliveryType: "standard", ...more });

export async function bookOne(opened: TestServices, more: Record<string, string> = {}) {
  const booked = await createBooking(
    opened.services,
    asGuest("127.0.0.1"),
    typedBooking(more),
    crypto.randomUUID(),
  );
  if (!booked.ok) throw new Error(JSON.stringify(booked.errors));
  const [row] = await opened.services.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.trackingNumber, booked.trackingNumber));
  return row!;
}

let members = 0;
export async function makeAdmin(opened: TestServices, role: AdminRole): Promise<Admin> {
  const { db } = opened.services;
  const [person] = await db
    .insert(profiles)
    .values({ email: `${role}-${++members}@ona.test`, firstName: role })
    .returning();
  const [member] = await db.insert(adminMembers).values({ userId: person!.id, adminRole: role }).returning();
  return asAdmin({
    ip: "127.0.0.1",
    sessionHash: null,
    person: person!,
    staff: { memberId: member!.id, role },
  })!;
}
