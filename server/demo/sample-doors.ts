/** DEMO-1: the accounts behind the demo's doors, what each of them finds, and the row that opens the doors. */
import { randomInt } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { DEMO_ROW } from "../../app/domain/demo-doors.ts";
import { DEMO_EMAILS } from "../../app/domain/demo-people.ts";
import { splitName } from "../../app/domain/person-name.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import {
  adminMembers,
  bookings,
  oneTimeSeeds,
  orderEvents,
  orderLines,
  orders,
  products,
  profiles,
  stores,
} from "../../app/platform/db/schema.ts";
import { drawPageToken } from "../../app/platform/tokens.server.ts";
import { drawOrderCode } from "../../app/stores/orders/order.ts";
import { HOUR } from "./book-sample.ts";
import { PEOPLE, phoneOf, type PersonKey } from "./sample-people.ts";

/** The staff of the demo. They have no password: only the doors open their pages. */
export const STAFF = { dispatcher: "Bola Ajayi", owner: "Emeka Nwosu" };

type Account = { email: string; name: string; phone: string; address: string | null };

async function addAccount(tx: Tx, { email, name, ...more }: Account, at: Date): Promise<string> {
  const [person] = await tx
    .insert(profiles)
    .values({ email, ...splitName(name), ...more, emailVerifiedAt: at, createdAt: at, updatedAt: at })
    .returning({ id: profiles.id });
  return person!.id;
}

/**
 * Adds the sender, the shop's owner, the dispatcher and the owner of the demo, gives them their bookings and stores, and
 * opens the doors. `since`: when they joined.
 */
export async function openDemoDoors(tx: Tx, now: Date, since: Date): Promise<void> {
  const adaeze = PEOPLE.adaeze;
  const sender = await addAccount(
    tx,
    { email: DEMO_EMAILS.sender, name: adaeze[0], phone: phoneOf(adaeze), address: adaeze[1] },
    since,
  );
  await tx
    .update(bookings)
    .set({ customerId: sender })
    .where(eq(sql`lower(${bookings.senderEmail})`, DEMO_EMAILS.sender));
  for (const [door, role, place] of [
    ["dispatcher", "dispatcher", 1],
    ["owner", "super_admin", 2],
  ] as const) {
    const account = { name: STAFF[door], phone: `+234800662040${place}`, address: null };
    const userId = await addAccount(tx, { email: DEMO_EMAILS[door], ...account }, since);
    await tx.insert(adminMembers).values({ userId, adminRole: role, createdAt: since });
  }
  await giveStores(tx, now, since);
  await tx.insert(oneTimeSeeds).values({ name: DEMO_ROW, at: now }).onConflictDoNothing();
}

/** Names of the owners of the sample stores, in the order of the stores. The first is behind the door of the shop. */
const OWNERS = ["Ngozi Eze", "Kemi Alabi", "Danjuma Audu", "Grace Udoh", "Segun Fashola", "Zainab Lawal"];

async function giveStores(tx: Tx, now: Date, since: Date): Promise<void> {
  const rows = await tx
    .select({ id: stores.id, address: stores.address })
    .from(stores)
    .orderBy(asc(stores.createdAt));
  for (const [place, { id, address }] of rows.entries()) {
    const name = OWNERS[place % OWNERS.length]!;
    const email =
      place === 0 ? DEMO_EMAILS.shop : `${name.toLowerCase().replace(" ", ".")}@demo.onadelivery.example`;
    const userId = await addAccount(tx, { email, name, phone: `+234800662041${place}`, address }, since);
    await tx.update(stores).set({ userId }).where(eq(stores.id, id));
  }
  const [shop] = rows;
  if (shop) await addOrders(tx, now, shop.id);
}

const BUYERS: readonly [PersonKey, hoursAgo: number][] = [
  ["tayo", 1],
  ["sola", 2],
  ["bisi", 3],
];

/** Adds three new orders of two products each. */
async function addOrders(tx: Tx, now: Date, storeId: string): Promise<void> {
  const offered = await tx
    .select()
    .from(products)
    .where(eq(products.storeId, storeId))
    .orderBy(asc(products.name))
    .limit(4);
  for (const [place, [buyer, hoursAgo]] of BUYERS.entries()) {
    const person = PEOPLE[buyer];
    const at = new Date(now.getTime() - hoursAgo * HOUR);
    const lines = [offered[place % offered.length]!, offered[(place + 1) % offered.length]!].map(
      (product, position) => ({
        product,
        position,
        quantity: position + 1,
      }),
    );
    const [order] = await tx
      .insert(orders)
      .values({
        formKey: crypto.randomUUID(),
        code: drawOrderCode(randomInt),
        viewToken: drawPageToken(),
        storeId,
        buyerName: person[0],
        buyerPhone: phoneOf(person),
        deliveryAddress: person[1],
        deliveryState: person[3],
        totalKobo: lines.reduce((sum, { product, quantity }) => sum + product.priceKobo * quantity, 0),
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: orders.id });
    await tx.insert(orderLines).values(
      lines.map(({ product, position, quantity }) => ({
        orderId: order!.id,
        productId: product.id,
        position,
        name: product.name,
        unitPriceKobo: product.priceKobo,
        quantity,
      })),
    );
    await tx.insert(orderEvents).values({ orderId: order!.id, at, toStatus: "new" });
  }
}
