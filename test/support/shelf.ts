/** Stores and products for tests, and the signed-in people they belong to. */
import { partners, products, profiles } from "../../app/db/schema.ts";
import { asStoreOwner } from "../../app/accounts/actor.server.ts";
import type { TestServices } from "./services.ts";

let count = 0;

export async function makeStore(
  opened: Pick<TestServices, "services">,
  more: Partial<typeof partners.$inferInsert> = {},
) {
  const number = ++count;
  const [row] = await opened.services.db
    .insert(partners)
    .values({
      slug: `store-${number}`,
      businessName: `Store ${number}`,
      category: "Food",
      email: `store-${number}@example.com`,
      phone: "+2348031234567",
      address: "4 Allen Avenue, Ikeja",
      description: "Everything for the pot",
      ...more,
    })
    .returning();
  return row!;
}

export async function makeProduct(
  opened: Pick<TestServices, "services">,
  partnerId: string,
  more: Partial<typeof products.$inferInsert> = {},
) {
  const [row] = await opened.services.db
    .insert(products)
    .values({ partnerId, name: "Jollof", priceKobo: 350_000, ...more })
    .returning();
  return row!;
}

export async function makeOwner(opened: Pick<TestServices, "services">) {
  const [person] = await opened.services.db
    .insert(profiles)
    .values({ email: `owner-${++count}@example.com` })
    .returning();
  return asStoreOwner({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
}
