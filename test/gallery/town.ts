/** A town with people, parcels, shops and messages in it, for pictures: made by the operations themselves where there is one. */
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { setAdmin } from "../../app/admin-team/first-admin.server.ts";
import { asAdmin, asGuest } from "../../app/accounts/actor.server.ts";
import { drawPageToken } from "../../app/lib/tokens.server.ts";
import { beginSession } from "../../app/accounts/sessions.server.ts";
import type { AdminRole } from "../../app/accounts/roles.ts";
import { changeStatus } from "../../app/bookings/change-status.server.ts";
import { sendContactMessage } from "../../app/contact/contact.server.ts";
import { contactForm } from "../../app/contact/contact-form.ts";
import { adminMembers, deliveries, partners, products, profiles, referrals } from "../../app/db/schema.ts";
import { seedSampleStores } from "../../app/db/seed.server.ts";
import { bookOne } from "../support/bookings.ts";
import type { RunningProduct } from "../support/browser.ts";
import { makeOrder, makeProduct, makeStore } from "../support/stores.ts";

const LONG =
  "Oluwaseun Adebayo-Ogundimu Enterprises International Trading, Logistics and General Merchandise Company";

const PEOPLE = [
  ["Ngozi Eze", "4 Allen Avenue, Ikeja, Lagos", "Musa Bello", "12 Bompai Road, Kano", "Two ankara dresses"],
  ["Tunde Bakare", "Dugbe Market, Ibadan", "Ada Obi", "Ogui Road, Enugu", "Spare parts for a generator"],
  ["Halima Sani", "Wuse 2, Abuja", "Efe Omoru", "Ring Road, Benin City, Edo", "Documents"],
  ["Chidi Okafor", "Ariaria Market, Aba", "Bisi Alade", "Sango, Ilorin, Kwara", "Twelve pairs of sandals"],
  ["Amina Yusuf", "Ahmadu Bello Way, Kaduna", "Emeka Nwosu", "Aba Road, Port Harcourt", "A sewing machine"],
  [LONG, `${LONG}, 4 Allen Avenue, Ikeja, Lagos`, LONG, "12 Bompai Road, Kano", `${LONG}. ${LONG}`],
] as const;
const STATUSES = ["pending", "in_transit", "delivered", "failed"] as const;

/** A signed-in person's cookie line, as the browser keeps it. */
export async function signedIn(product: RunningProduct, userId: string, kind: "customer" | "staff") {
  const nobody = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };
  return beginSession(product.services, product.services.db, nobody, userId, kind);
}

export async function person(
  product: RunningProduct,
  email: string,
  more: Partial<typeof profiles.$inferInsert>,
) {
  const [row] = await product.services.db
    .insert(profiles)
    .values({ email, emailVerifiedAt: product.services.now(), ...more })
    .returning();
  return row!;
}

export async function staff(product: RunningProduct, role: AdminRole) {
  const { db } = product.services;
  const email = `${role}@ona.test`;
  await setAdmin(db, { email, name: `Bola ${role}`, password: "a-long-test-password", role }, new Date());
  const [row] = await db.select().from(profiles).where(eq(profiles.email, email));
  return row!;
}

async function settle(product: RunningProduct, boss: Awaited<ReturnType<typeof staff>>, count: number) {
  const { services } = product;
  const [member] = await services.db.select().from(adminMembers).where(eq(adminMembers.userId, boss.id));
  const admin = asAdmin({
    ip: "127.0.0.1",
    sessionHash: null,
    person: boss,
    staff: { memberId: member!.id, role: "super_admin" },
  })!;
  const codes: string[] = [];
  for (let at = 0; at < count; at++) {
    const [senderName, senderAddress, receiverName, receiverAddress, packageDescription] =
      PEOPLE[at % PEOPLE.length]!;
    const row = await bookOne(product, {
      senderName,
      senderAddress,
      receiverName,
      receiverAddress,
      packageDescription,
      senderEmail: `sender-${at % 17}@example.com`,
      deliveryType: at % 3 ? "standard" : "express",
    });
    codes.push(row.trackingNumber);
    const status = STATUSES[at % 4]!;
    if (status !== "pending")
      await changeStatus(
        services,
        admin,
        {
          id: row.id,
          version: row.version,
          status: "in_transit",
          note: "",
        },
        crypto.randomUUID(),
      );
    if (status === "delivered" || status === "failed")
      await changeStatus(
        services,
        admin,
        { id: row.id, version: row.version + 1, status, note: "" },
        crypto.randomUUID(),
      );
  }
  return codes;
}

async function messages(product: RunningProduct) {
  const say = (name: string, subject: string, message: string) =>
    sendContactMessage(
      product.services,
      asGuest("127.0.0.1"),
      contactForm.parse({
        name,
        email: `${name.split(" ")[0]!.toLowerCase()}@example.com`,
        phone: "",
        subject,
        message,
      }),
      crypto.randomUUID(),
    );
  await say("Ngozi Eze", "General Inquiry", "Do you deliver to Maiduguri, and how many days does it take?");
  await say("Musa Bello", "Tracking Issue", "My parcel has been on the road for four days. Please look.");
  await say(LONG.slice(0, 90), "Complaint", `${LONG}. `.repeat(6));
}

async function shop(product: RunningProduct, userId: string) {
  const { services } = product;
  const store = await makeStore(services, userId, {
    slug: "iya-bola-provisions",
    businessName: "Iya Bola Provisions",
  });
  const rice = await makeProduct(services, store.id, {
    name: "Ofada rice, 5 kg",
    priceKobo: 1_250_000,
    category: "Rice",
    description: "Stone-free, from Abeokuta.",
  });
  const oil = await makeProduct(services, store.id, {
    name: "Palm oil, 4 litres",
    priceKobo: 820_050,
    category: "Oil",
    stockQuantity: 2,
  });
  const long = await makeProduct(services, store.id, {
    name: LONG,
    priceKobo: 99_999_999_00,
    category: LONG.slice(0, 60),
    stockQuantity: 0,
    isActive: false,
  });
  const tokens: Record<string, string> = {};
  const made = ["new", "confirmed", "ready", "completed", "cancelled"] as const;
  for (const [at, status] of made.entries()) {
    const order = await makeOrder(
      services,
      store.id,
      [
        { product: rice, quantity: at + 1 },
        { product: at % 2 ? oil : long, quantity: 2 },
      ],
      { status, viewToken: drawPageToken(), createdAt: new Date(Date.now() - at * 86_400_000) },
    );
    tokens[status] = order.viewToken;
  }
  return tokens;
}

export type Town = Awaited<ReturnType<typeof fillTown>>;

/** Everything that the pictures of filled screens show. */
export async function fillTown(product: RunningProduct) {
  const { services } = product;
  // The product reads no SVG; the sample pictures are drawn in one.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  await seedSampleStores(services.db, services.files, new Date());
  const boss = await staff(product, "super_admin");
  const codes = await settle(product, boss, 40);
  await messages(product);
  const customer = await person(product, "sender-1@example.com", {
    firstName: "Tunde",
    lastName: "Bakare",
    phone: "+2348031234567",
    referralCode: "TUNDE234",
  });
  await services.db
    .update(deliveries)
    .set({ customerId: customer.id })
    .where(eq(deliveries.senderEmail, customer.email));
  for (const name of ["Ada", "Efe", "Musa"]) {
    const friend = await person(product, `${name.toLowerCase()}@friends.test`, {
      firstName: name,
      lastName: "Obi",
    });
    await services.db.insert(referrals).values({ referrerId: customer.id, referredId: friend.id });
  }
  const owner = await person(product, "owner@ona.test", {
    firstName: "Bola",
    lastName: "Ade",
    phone: "+2348051234567",
  });
  const fresh = await person(product, "new-owner@ona.test", {
    firstName: "Kemi",
    lastName: "Ojo",
    phone: "+2348051234568",
  });
  const half = await person(product, "half@ona.test", {});
  const tokens = await shop(product, owner.id);
  await makeStore(services, fresh.id, { slug: "kemi-new", businessName: "Kemi New Things" });
  const [sample] = await services.db.select().from(partners).where(eq(partners.slug, "mama-ngozi-kitchen"));
  const goods = await services.db.select().from(products).where(eq(products.partnerId, sample!.id));
  return { boss, codes, customer, owner, fresh, half, tokens, goods };
}
