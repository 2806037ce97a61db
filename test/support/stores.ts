/** Stores, products and orders for tests, as rows: what is tried is what owners do with them. */
import { asStoreOwner, type StoreOwner } from "../../app/accounts/actor.server.ts";
import { orderLines, orders, partners, products, profiles } from "../../app/db/schema.ts";
import type { Services } from "../../app/services.server.ts";

let count = 0;

export async function makeOwner(
  services: Services,
  email = `owner-${++count}@ona.test`,
): Promise<StoreOwner> {
  const [person] = await services.db
    .insert(profiles)
    .values({ email, firstName: "Ngozi", lastName: "Okafor" })
    .returning();
  return asStoreOwner({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
}

export async function makeStore(
  services: Services,
  userId: string | null,
  more: Partial<typeof partners.$inferInsert> = {},
) {
  const [store] = await services.db
    .insert(partners)
    .values({
      userId,
      slug: `store-${++count}`,
      businessName: "Mama Ngozi Kitchen",
      category: "Food",
      email: "store@ona.test",
      phone: "+2348031234567",
      address: "12 Allen Avenue, Ikeja, Lagos",
      description: "Foodstuff from the market",
      createdAt: services.now(),
      ...more,
    })
    .returning();
  return store!;
}

export async function makeProduct(
  services: Services,
  partnerId: string,
  more: Partial<typeof products.$inferInsert> = {},
) {
  const [product] = await services.db
    .insert(products)
    .values({
      partnerId,
      name: `Product ${++count}`,
      priceKobo: 125_000,
      stockQuantity: 10,
      createdAt: services.now(),
      ...more,
    })
    .returning();
  return product!;
}

type Line = { product: typeof products.$inferSelect; quantity: number };

export async function makeOrder(
  services: Services,
  partnerId: string,
  lines: Line[],
  more: Partial<typeof orders.$inferInsert> = {},
) {
  const totalKobo = lines.reduce((sum, line) => sum + line.product.priceKobo * line.quantity, 0);
  const [order] = await services.db
    .insert(orders)
    .values({
      code: `ON-T${++count}`,
      viewToken: crypto.randomUUID(),
      formKey: crypto.randomUUID(),
      partnerId,
      buyerName: "Musa Bello",
      buyerPhone: "+2348051234567",
      totalKobo,
      createdAt: services.now(),
      ...more,
    })
    .returning();
  await services.db.insert(orderLines).values(
    lines.map(({ product, quantity }, position) => ({
      orderId: order!.id,
      productId: product.id,
      position,
      name: product.name,
      unitPriceKobo: product.priceKobo,
      quantity,
    })),
  );
  return order!;
}
