/** PICKUP-5: the mail that tells a sender what the office did with a regular pickup. */
import { eq } from "drizzle-orm";
import type { RegularAct } from "../../domain/regular-pickup.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { businesses, profiles, regularPickupActs, regularPickups, stores } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";

const NEWS: Partial<Record<RegularAct, { title: string; news: (words: string) => string }>> = {
  approved: {
    title: "We pick up regularly",
    news: (words) => `Our rider comes ${words}. Book your parcels before the rider comes.`,
  },
  refused: { title: "We cannot pick up regularly", news: (words) => `Why: ${words}` },
  change_refused: { title: "Your regular pickup stays as it is", news: (words) => `Why: ${words}` },
  changed: {
    title: "Your regular pickup has changed",
    news: (words) => `From now on our rider comes ${words}.`,
  },
  paused: { title: "Your regular pickup is paused", news: () => "No rider comes until we write again." },
  resumed: {
    title: "Your regular pickup is resumed",
    news: () => "Our rider comes again on the agreed days.",
  },
  ended: {
    title: "Your regular pickup has ended",
    news: () => "No rider comes any more. You can book a pickup for each parcel.",
  },
  skipped: { title: "No pickup on one day", news: (words) => `On ${words} our rider does not come.` },
  unskipped: { title: "We come after all", news: (words) => `On ${words} our rider comes as on other days.` },
};

/** Writes the mail. Null if the sender made the change, or if the pickup was deleted. */
export const regularPickupMail: MailText<"regular_pickup"> = async (services, { pickupId, actId }) => {
  const found = await read(services, pickupId, actId);
  const text = found && NEWS[found.kind];
  if (!found || !text) return null;
  return letter(
    await services.company(),
    { name: found.name ?? "", address: found.email },
    {
      title: text.title,
      news: text.news(withoutLinks(found.words ?? "")),
      more: [[["Where", withoutLinks(found.address)]]],
      button: { text: "See your regular pickups", href: `${services.origin}${found.path}` },
    },
  );
};

async function read({ db }: Services, pickupId: string, actId: number) {
  const [row] = await db
    .select({ act: regularPickupActs, pickup: regularPickups })
    .from(regularPickupActs)
    .innerJoin(regularPickups, eq(regularPickups.id, regularPickupActs.pickupId))
    .where(eq(regularPickupActs.id, actId));
  if (!row || row.pickup.id !== pickupId || row.act.side !== "office") return null;
  const { kind, words } = row.act;
  const { userId, storeId, businessId, address } = row.pickup;
  if (businessId) {
    const [one] = await db.select().from(businesses).where(eq(businesses.id, businessId));
    return one ? { kind, words, address, name: one.name, email: one.email, path: "/business/pickups" } : null;
  }
  const [store] = storeId ? await db.select().from(stores).where(eq(stores.id, storeId)) : [];
  const person = userId ?? store?.userId;
  const [one] = person ? await db.select().from(profiles).where(eq(profiles.id, person)) : [];
  if (!one) return null;
  const path = store ? `/store/dashboard/pickups?store=${store.slug}` : "/profile/pickups";
  return { kind, words, address, name: one.fullName, email: one.email, path };
}
