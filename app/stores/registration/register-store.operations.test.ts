import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeOwner } from "../../../test/fixtures/stores.ts";
import { idempotencyKeys, stores } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { keyInSpace } from "../../platform/operations/operation-key.server.ts";
import { registerStore, registerStoreFromLink } from "./register-store.server.ts";
import { storeForm } from "./store-form.ts";

const { opened } = await fileServices();

const form = storeForm.parse({
  storeName: "Mama Put & Sons",
  email: "Mama@Example.com",
  phone: "0803 123 4567",
  address: "4 Allen Avenue, Ikeja",
  description: "Everything for the pot",
  category: "Food",
});

test("twenty stores of one name registered at once have twenty addresses", async () => {
  const owners = await Promise.all(Array.from({ length: 20 }, () => makeOwner(opened.services)));
  const made = await Promise.all(
    owners.map((owner) => registerStore(opened.services, owner, form, crypto.randomUUID())),
  );
  expect(new Set(made.map((one) => one.ok && one.slug)).size).toBe(20);
  expect(made.some((one) => one.ok && one.slug === "mama-put-and-sons")).toBe(true);
});

test("the same form sent twice is one store; somebody else's key is a key of its own", async () => {
  const owner = await makeOwner(opened.services);
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => registerStore(opened.services, owner, form, key)));
  expect(new Set(answers.map((response) => response.ok && response.slug)).size).toBe(1);
  expect(
    await opened.services.db.select().from(stores).where(eq(stores.userId, owner.person.id)),
  ).toMatchObject([{ email: "mama@example.com", phone: "+2348031234567", activeProducts: 0 }]);
  const other = await registerStore(opened.services, await makeOwner(opened.services), form, key);
  expect(other).toMatchObject({ ok: true });
  expect(other.ok && answers[0]!.ok && other.slug === answers[0]!.slug).toBe(false);
  const [stored] = await opened.services.db
    .select({ response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(
      eq(
        idempotencyKeys.key,
        keyInSpace(opened.services, `person ${owner.person.id}`, "store_registration.register", key),
      ),
    );
  expect(Object.keys(stored!.response as object).sort()).toEqual(["ok", "storeId"]);
  const changed = await registerStore(opened.services, owner, { ...form, storeName: "Else" }, key);
  expect(changed).toMatchObject({ code: "conflict", reason: "sent_before" });
});

test("a link used twice makes one store, for the address that it proved", async () => {
  const owner = await makeOwner(opened.services);
  const used = {
    userId: owner.person.id,
    email: owner.person.email,
    linkId: crypto.randomUUID(),
    data: { ...form, email: "else@example.com" },
  };
  const use = () => transact(opened.services.db, (tx) => registerStoreFromLink(opened.services, tx, used));
  const [first, second] = [await use(), await use()];
  expect(second?.slug).toBe(first!.slug);
  const rows = await opened.services.db.select().from(stores).where(eq(stores.userId, owner.person.id));
  expect(rows).toMatchObject([{ email: owner.person.email, emailLinkId: used.linkId }]);
  expect(
    await transact(opened.services.db, (tx) =>
      registerStoreFromLink(opened.services, tx, { ...used, linkId: crypto.randomUUID(), data: {} }),
    ),
  ).toBeNull();
});
