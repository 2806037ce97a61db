/** DEMO-4: makes the demo's eight weeks by operations. They are the same each time, except that the dates change. */
import { eq, sql } from "drizzle-orm";
import { DEMO_ROW, STORY_WANTED } from "../../app/domain/demo-doors.ts";
import { oneTimeSeeds } from "../../app/platform/db/schema.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { inOneTransaction } from "./one-transaction.ts";
import { addOffice, addOwner, addSender, giveStores } from "./story-accounts.ts";
import { Counter } from "./story-bookings.ts";
import { Care } from "./story-care.ts";
import { Days } from "./story-days.ts";
import { StoryMoney } from "./story-money.ts";
import { openOffice } from "./story-office.ts";
import { StoryRoad } from "./story-road.ts";
import { Often } from "./story-often.ts";
import { Regular } from "./story-regular.ts";
import { Orders } from "./story-shop.ts";
import { Statements } from "./story-statements.ts";
import { endOfStory, storyMoment, storyDays } from "./story-time.ts";
import { Today } from "./story-today.ts";
import { Story } from "./story.ts";

/**
 * Makes the demo's data if the database has a request for it (STORY_WANTED), and lets visitors sign in as the
 * people of the demo. Returns true if the data was made. If `signal` is aborted, throws and leaves nothing
 * behind.
 */
export async function tellStory(real: Services, signal?: AbortSignal): Promise<boolean> {
  const office = await real.company();
  const end = endOfStory(real.now());
  const days = storyDays(end, office);
  const told = await inOneTransaction(real.db, async (db) => {
    // A second process waits here, and then finds the complete demo.
    const { rowCount } = await db.delete(oneTimeSeeds).where(eq(oneTimeSeeds.name, STORY_WANTED));
    if (rowCount === 0) return false;
    const story = new Story(real, db, { begin: storyMoment(days[0]!, "08:00"), end });
    await tell(story, days, signal);
    // The mails of the story's eight weeks must not be sent. now() is the time of this transaction, so it finds only
    // the jobs that the story created.
    await db.execute(sql`delete from pgboss.job where created_on = now()`);
    await db.insert(oneTimeSeeds).values({ name: DEMO_ROW, at: real.now() });
    return true;
  });
  real.live.publish("bookings", "runs", "exceptions", "claims", "money", "contacts");
  return told;
}

async function tell(story: Story, days: readonly string[], signal?: AbortSignal): Promise<void> {
  const owner = await addOwner(story);
  const office = await openOffice(story, owner);
  await addOffice(story, owner, office);
  const adaeze = await addSender(story);
  const { shop, sender } = await giveStores(story);
  const counter = new Counter(story, office);
  const money = new StoryMoney(story, office, counter);
  const statements = new Statements(story, counter);
  const road = new StoryRoad(story, office);
  const orders = new Orders(story, counter, shop);
  const parts = { story, road, counter, money, statements, orders, adaeze, days };
  const usual = new Days(parts);
  const today = new Today(parts);
  const often = new Often(parts, usual);
  const regular = new Regular(parts, usual);
  await orders.openAccount();
  await statements.openAccount();
  usual.plan();
  orders.plan(days.slice(0, -2), (parcel) => usual.waitFor("IKJ", parcel));
  today.plan();
  new Care(parts).plan(today.told);
  often.sendByFile(sender);
  often.openBusiness();
  regular.fetchFrom(sender);
  regular.countShelf();
  for (const [n, day] of days.entries()) {
    if (n % 6 === 4) story.at(storyMoment(day, "10:05"), () => money.payStore(shop.storeId));
    // The last deposit is on the working day before today, so that even a demo made in the morning shows it.
    if ((days.length - n) % 6 === 2) story.at(storyMoment(day, "13:50"), () => money.deposit());
  }
  await story.tell(signal);
}
