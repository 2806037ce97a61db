/** A house full of people: every screen has something to show, and somebody in it has nothing yet. Always the same rows. */
import { eq } from "drizzle-orm";
import { beginSession } from "../../app/accounts/sessions.server.ts";
import {
  activityLogs,
  adminMembers,
  contactMessages,
  contactReplies,
  deliveries,
  deliveryEvents,
  profiles,
  referrals,
} from "../../app/db/schema.ts";
import { bookOne } from "./bookings.ts";
import type { TestServices } from "./services.ts";
import { makeOrder, makeProduct, makeStore } from "./stores.ts";

export type Role = "guest" | "customer" | "newcomer" | "owner" | "beginner" | "support" | "super_admin";

export type House = {
  /** The Cookie header of each role's session; a guest has none. */
  cookies: Record<Role, string>;
  waits: string;
  delivered: string;
  product: string;
  order: { id: string; viewToken: string };
  message: string;
  member: string;
};

const LONG =
  "Adekunle-Chukwuemeka Oluwaseunfunmilayo Abdulrahmanabubakarsiddiqui and Daughters of Onitsha Main Market";
const STORE = "mama-ngozi-kitchen";

export async function furnish(opened: TestServices): Promise<House> {
  const { services } = opened;
  const people = await peopled(opened);
  // Nothing at the same moment, so that every list has one order.
  let made = 0;
  const next = () => ({ createdAt: new Date(services.now().getTime() - ++made * 60_000) });
  const [waits, delivered] = await bookings(opened, people.customer, people.superAdmin);

  const store = await makeStore(services, people.owner, { ...next(), slug: STORE });
  await makeStore(services, people.beginner, {
    ...next(),
    slug: "new-shop",
    businessName: LONG,
    category: "Multiple",
  });
  const jollof = await makeProduct(services, store.id, {
    ...next(),
    name: "Party Jollof",
    description: "With fried plantain, hot at noon",
    category: "Rice",
  });
  const soup = await makeProduct(services, store.id, {
    ...next(),
    name: LONG,
    category: "Soups",
    priceKobo: 15_000_000,
  });
  await makeProduct(services, store.id, { ...next(), name: "Sold out", stockQuantity: 0 });
  await makeProduct(services, store.id, { ...next(), name: "Not shown", isActive: false });
  const order = await makeOrder(
    services,
    store.id,
    [
      { product: jollof, quantity: 2 },
      { product: soup, quantity: 1 },
    ],
    {
      ...next(),
      code: "ON-10000001",
      viewToken: "a-page-of-one-buyer-22",
    },
  );
  await makeOrder(services, store.id, [{ product: jollof, quantity: 1 }], {
    ...next(),
    code: "ON-10000002",
    status: "completed",
    buyerName: LONG,
  });
  const [message] = await messages(opened, people.superAdmin);
  return {
    cookies: {
      guest: "",
      customer: await session(opened, people.customer, "customer"),
      newcomer: await session(opened, people.newcomer, "customer"),
      owner: await session(opened, people.owner, "customer"),
      beginner: await session(opened, people.beginner, "customer"),
      support: await session(opened, people.support, "staff"),
      super_admin: await session(opened, people.superAdmin, "staff"),
    },
    waits,
    delivered,
    product: jollof.id,
    order: { id: order.id, viewToken: order.viewToken },
    message,
    member: people.member,
  };
}

async function session(
  { services }: TestServices,
  person: string,
  kind: "customer" | "staff",
): Promise<string> {
  const nobody = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };
  return (await beginSession(services, services.db, nobody, person, kind)).split(";")[0]!;
}

async function peopled({ services: { db, now } }: TestServices) {
  const person = async (more: typeof profiles.$inferInsert): Promise<string> =>
    (await db.insert(profiles).values(more).returning({ id: profiles.id }))[0]!.id;
  const whole = { phone: "+2348031234567", emailVerifiedAt: now() };
  const customer = await person({
    ...whole,
    email: "ada@ona.test",
    firstName: "Ada",
    lastName: "Obi",
    address: "4 Allen Avenue, Ikeja, Lagos",
    referralCode: "ADAOB2",
  });
  const friend = await person({ ...whole, email: "friend@ona.test", firstName: "Bola", lastName: "Ade" });
  await db.insert(referrals).values({ referrerId: customer, referredId: friend, createdAt: now() });
  const newcomer = await person({ email: "new@ona.test", emailVerifiedAt: now() });
  const owner = await person({ ...whole, email: "owner@ona.test", firstName: "Ngozi", lastName: "Okafor" });
  const beginner = await person({ ...whole, email: "beginner@ona.test", firstName: "Chi", lastName: "Eze" });
  const support = await person({ email: "support@ona.test", firstName: "Sade", lastName: "Bello" });
  const superAdmin = await person({
    email: "super@ona.test",
    firstName: "Uche",
    lastName: LONG.slice(0, 40),
  });
  const members = await db
    .insert(adminMembers)
    .values([
      { userId: support, adminRole: "support" },
      { userId: superAdmin, adminRole: "super_admin", lastAccessAt: now() },
    ])
    .returning({ id: adminMembers.id });
  return { customer, newcomer, owner, beginner, support, superAdmin, member: members[0]!.id };
}

/** One that waits, one on its way, one that arrived, one that failed; the first two are the customer's own. */
async function bookings(opened: TestServices, customerId: string, by: string): Promise<[string, string]> {
  const { db, now } = opened.services;
  const codes = ["OD10000001NG", "OD10000002NG", "OD10000003NG", "OD10000004NG"] as const;
  const states = ["pending", "in_transit", "delivered", "failed"] as const;
  for (const [at, status] of states.entries()) {
    const row = await bookOne(opened, at === 3 ? { senderName: LONG, packageDescription: LONG } : {});
    await db
      .update(deliveries)
      .set({
        trackingNumber: codes[at],
        status,
        createdAt: new Date(now().getTime() - at * 60_000),
        deliveredAt: status === "delivered" ? now() : null,
        customerId: at < 2 ? customerId : null,
        notes: status === "failed" ? "Nobody was at home." : null,
      })
      .where(eq(deliveries.id, row.id));
    if (status !== "pending")
      await db.insert(deliveryEvents).values({
        deliveryId: row.id,
        at: now(),
        fromStatus: "pending",
        toStatus: status,
        byUserId: by,
        byName: "Uche",
        note: status === "failed" ? "Nobody was at home." : null,
      });
  }
  return [codes[0], codes[2]];
}

async function messages({ services: { db, now } }: TestServices, by: string): Promise<[string]> {
  const message = { name: "Bola Ade", email: "bola@example.com", subject: "General Inquiry" as const };
  const [unread, read] = await db
    .insert(contactMessages)
    .values([
      {
        ...message,
        formKey: crypto.randomUUID(),
        message: "Do you carry glass to Jos?\n\nTwo panes.",
        createdAt: now(),
      },
      {
        ...message,
        formKey: crypto.randomUUID(),
        name: LONG,
        phone: "+2348051234567",
        message: LONG.repeat(3),
        isRead: true,
        readAt: now(),
        repliedAt: now(),
        createdAt: new Date(now().getTime() - 60_000),
      },
    ])
    .returning({ id: contactMessages.id });
  await db.insert(contactReplies).values({
    formKey: crypto.randomUUID(),
    messageId: read!.id,
    byUserId: by,
    body: "Yes.",
    createdAt: now(),
  });
  await db.insert(activityLogs).values([
    {
      adminId: by,
      adminName: "Uche",
      adminEmail: "super@ona.test",
      action: "sign_in",
      description: "Signed in",
      createdAt: now(),
      ip: "127.0.0.1",
    },
    {
      adminId: by,
      adminName: LONG,
      adminEmail: "super@ona.test",
      action: "booking_status",
      description: LONG,
      createdAt: now(),
    },
  ]);
  return [unread!.id];
}
