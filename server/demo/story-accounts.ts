/** DEMO-1: the demo's staff, sender and store owners. A demo door is a link to a person's pages without sign-in. */
import { asc, eq } from "drizzle-orm";
import { adminOf, asCustomer, asStoreOwner } from "../../app/access/actors.server.ts";
import type { Admin, Customer, StoreOwner } from "../../app/access/actor.ts";
import type { AdminRole } from "../../app/domain/admin-roles.ts";
import { DEMO_EMAILS } from "../../app/domain/demo-people.ts";
import { splitName } from "../../app/domain/person-name.ts";
import { adminMembers, hubMembers, profiles, stores } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { ensureReferralCode } from "../../app/people/sign-in/referral-code.server.ts";
import { HUB_CODES, type StoryHubCode } from "./story-hubs.ts";
import type { StoryOffice } from "./story-office.ts";
import { PEOPLE } from "./story-people.ts";
import { HERE, type Story } from "./story.ts";

type Account = { email: string; name: string; phone: string; address?: string | null };

/** Adds an account without a password. Only demo doors and mailed links open its pages. */
async function addAccount({ services: { db }, now }: Story, { email, name, ...more }: Account) {
  const [person] = await db
    .insert(profiles)
    .values({ email, ...splitName(name), ...more, emailVerifiedAt: now, createdAt: now, updatedAt: now })
    .returning();
  return person!;
}

async function addStaff(story: Story, role: AdminRole, account: Account): Promise<Admin> {
  const person = await addAccount(story, account);
  const [member] = await story.services.db
    .insert(adminMembers)
    .values({ userId: person.id, adminRole: role, createdAt: story.now })
    .returning();
  return adminOf(HERE.ip, person, { memberId: member!.id, role });
}

const mailOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@demo.onadelivery.example`;

export const addOwner = (story: Story): Promise<Admin> =>
  addStaff(story, "super_admin", {
    ...{ email: DEMO_EMAILS.owner, name: "Emeka Nwosu", phone: "+2348006620402" },
  });

const CLERKS: Record<StoryHubCode, string> = {
  IKJ: "Ngozi Umeh",
  IBD: "Kunle Ojo",
  ABJ: "Zara Aliyu",
  KAN: "Sani Dauda",
  PHC: "Tari Amadi",
  ONI: "Ada Okeke",
};

export async function addOffice(story: Story, owner: Admin, office: StoryOffice): Promise<void> {
  const dispatcher = await addStaff(story, "dispatcher", {
    ...{ email: DEMO_EMAILS.dispatcher, name: "Bola Ajayi", phone: "+2348006620401" },
  });
  const cashier = await addStaff(story, "cashier", {
    ...{ email: mailOf("Ruth Danladi"), name: "Ruth Danladi", phone: "+2348006620403" },
  });
  const clerks = {} as Record<StoryHubCode, Admin>;
  for (const [place, code] of HUB_CODES.entries()) {
    const account = { email: mailOf(CLERKS[code]), name: CLERKS[code], phone: `+234800662042${place}` };
    clerks[code] = await addStaff(story, "hub_clerk", account);
    const row = { memberId: clerks[code].memberId, hubId: office.hubs[code] };
    await story.services.db.insert(hubMembers).values(row);
  }
  story.staff = { owner, dispatcher, cashier, clerks };
}

/** Adds an account that has signed in by a link, and so has a referral code. */
async function addSignedIn(story: Story, account: Account) {
  const { id } = await addAccount(story, account);
  const { db } = story.services;
  // The codes are drawn from random numbers of their own, so that all other draws of the story stay the same.
  await transact(db, (tx) => ensureReferralCode({ ...story.services, randomInt: story.drawCode }, tx, id));
  const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
  return person!;
}

export async function addCustomer(story: Story, account: Account): Promise<Customer> {
  return asCustomer({ ...HERE, person: await addSignedIn(story, account) })!;
}

export function addSender(story: Story): Promise<Customer> {
  const { name, email, phone, address } = PEOPLE.adaeze;
  return addCustomer(story, { name, email, phone, address });
}

/** The names of the owners, in the order of their stores. The first owner has a demo door. */
const OWNERS = ["Ngozi Eze", "Kemi Alabi", "Danjuma Audu", "Grace Udoh", "Segun Fashola", "Zainab Lawal"];

export type Shop = { storeId: string; slug: string; owner: StoreOwner; person: Customer };

/** Gives each sample store an owner. The owner of `shop` has a demo door; `sender` sends many parcels at once. */
export async function giveStores(story: Story): Promise<{ shop: Shop; sender: Shop }> {
  const rows = await story.services.db.select().from(stores).orderBy(asc(stores.createdAt));
  const shops: Shop[] = [];
  for (const [place, { id, slug, address }] of rows.entries()) {
    const name = OWNERS[place % OWNERS.length]!;
    const email = place === 0 ? DEMO_EMAILS.shop : mailOf(name);
    const person = await addSignedIn(story, { email, name, phone: `+234800662041${place}`, address });
    await story.services.db.update(stores).set({ userId: person.id }).where(eq(stores.id, id));
    const session = { ...HERE, person };
    shops.push({ storeId: id, slug, owner: asStoreOwner(session)!, person: asCustomer(session)! });
  }
  return { shop: shops[0]!, sender: shops[1]! };
}
