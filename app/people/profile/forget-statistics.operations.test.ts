/** PROFILE-6: a deleted person is removed from the planner's statistics, too. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeOwner, makeStore } from "../../../test/fixtures/stores.ts";
import { asCustomer } from "../../access/actors.server.ts";
import { idempotencyKeys, profiles } from "../../platform/db/schema.ts";
import { statisticsWorker, TABLES_OF_PEOPLE } from "./forget-statistics.server.ts";
import { addProduct, deleteProduct } from "../../stores/store-dashboard/change-products.server.ts";
import { deleteAccount } from "./delete-account.server.ts";

const { opened, services, db } = await fileServices({ limitsFactor: 100 });

/** Returns the columns of tables and indexes whose statistics contain this text. */
async function countedIn(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ place: string }>(sql`
    select tablename || '.' || attname as place from pg_stats
    where schemaname = 'public' and concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) ilike ${`%${text}%`}
    order by 1`);
  return rows.map(({ place }) => place);
}
const jobs = async () =>
  (
    await db.execute<{ id: string; after: Date }>(
      sql`select id, start_after as after from pgboss.job where name = 'statistics'`,
    )
  ).rows;

async function madeZainab() {
  const [person] = await db
    .insert(profiles)
    .values({
      email: "zq@quillfeather.example",
      firstName: "Zainab",
      lastName: "Quillfeather",
      phone: "+2348039998877",
    })
    .returning();
  const customer = asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
  for (let n = 0; n < 3; n++)
    await bookOne(opened, {
      senderName: "Zainab Quillfeather",
      senderEmail: person!.email,
      senderAddress: "4 Quillfeather Close, Yaba",
    });
  for (let n = 0; n < 30; n++) await bookOne(opened, { senderName: `Somebody ${n}` });
  return customer;
}

test("[PROFILE-6] a deleted person's name is in no statistics after the next job, which five minutes share", async () => {
  const customer = await madeZainab();
  await db.execute(sql`analyze`);
  const before = await countedIn("quillfeather");
  expect(before).toEqual(
    expect.arrayContaining(["bookings.sender_name", "bookings.sender_email", "bookings.sender_address"]),
  );
  for (const place of before)
    expect(
      [...TABLES_OF_PEOPLE, "bookings", "customer_summaries"].some((table) => place.startsWith(table)),
      place,
    ).toBe(true);

  expect(await deleteAccount(services, customer, { email: customer.person.email })).toMatchObject({
    ok: true,
  });
  const owner = await makeOwner(services);
  expect(
    await deleteAccount(
      services,
      asCustomer({ ip: "", sessionHash: null, person: owner.person, staff: null })!,
      { email: owner.person.email },
    ),
  ).toMatchObject({ ok: true });
  expect(await jobs()).toHaveLength(1);
  await statisticsWorker()({ id: "one", data: {} } as never, db);
  expect(await countedIn("quillfeather")).toEqual([]);
});

test("[PROFILE-6] a product's name goes with it: its form's key does not hold it", async () => {
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const input = {
    storeId: store.id,
    name: "Quillfeather's cookbook",
    price: "1",
    stock: "",
    category: "",
    isActive: "on",
  };
  const added = await addProduct(services, owner, input, crypto.randomUUID());
  if (!added.ok) throw new Error("not added");
  expect(await deleteProduct(services, owner, { storeId: store.id, id: added.id })).toEqual({ ok: true });
  expect(JSON.stringify(await db.select().from(idempotencyKeys))).not.toContain("Quillfeather");
});
