/** The weekly work of the demo's story: a rider fetches a shop's parcels, and clerks count a hub's shelf. */
import { eq } from "drizzle-orm";
import { lagosDay } from "../../app/domain/dates.ts";
import { pieceCode } from "../../app/domain/piece-code.ts";
import { weekdayOf } from "../../app/domain/regular-pickup.ts";
import { askPickup } from "../../app/parcels/regular-pickups/ask-pickup.server.ts";
import { approvePickup } from "../../app/parcels/regular-pickups/decide-pickup.server.ts";
import { regularPickups, regularStops } from "../../app/platform/db/schema.ts";
import { countScan } from "../../app/road/scan/count-scan.server.ts";
import { beginCount, closeCount } from "../../app/road/shelf-counts/end-count.server.ts";
import { missingPiecesOf, openCount } from "../../app/road/shelf-counts/read-counts.server.ts";
import type { Shop } from "./story-accounts.ts";
import type { Days } from "./story-days.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import { PEOPLE, type StoryPerson } from "./story-people.ts";
import { Scenes, type Parts } from "./story-scenes.ts";
import { storyMoment } from "./story-time.ts";
import type { StoryParcel } from "./story.ts";

const HOME: StoryHubCode = "IKJ";
const MINUTE = 60_000;
const SHOP = { name: "Shea & Sheen", address: "24 Adeniyi Jones Avenue, Ikeja, Lagos" };
const TIMES = { fromTime: "08:30", untilTime: "10:00", note: "Ring at the blue gate" };
/** How many working days before today the shop asks for the pickup, and the rider comes. */
const ASKED = 3;
const COMES = 1;
/** How many minutes before the story's end the shelf is counted, while the loaded run has not left yet. */
const COUNTED = 26;

export class Regular extends Scenes {
  readonly #usual: Days;

  constructor(parts: Parts, usual: Days) {
    super(parts);
    this.#usual = usual;
  }

  /** Lets the shop ask for a weekday and the office approve it. The rider fetched the parcels yesterday. */
  fetchFrom({ person, storeId }: Shop): void {
    const from: StoryPerson = {
      ...PEOPLE.bisi,
      ...SHOP,
      phone: person.person.phone!,
      email: person.person.email,
    };
    const parcels: StoryParcel[] = [];
    this.story.at(storyMoment(this.day(ASKED), "09:14"), async () => {
      const terms = { ...SHOP, ...TIMES, phone: from.phone, days: [weekdayOf(this.day(COMES))] };
      const { id } = await this.story.do(askPickup, person, { storeId, ...terms });
      this.story.at(storyMoment(this.day(ASKED), "11:36"), () => this.#approve(id));
    });
    this.story.at(storyMoment(this.day(COMES), "08:22"), async () => {
      for (const to of [PEOPLE.sola, PEOPLE.wale]) {
        const wish = { from, to, goods: ["Shea butter, 6 jars", 2, "Parcel"] as const };
        parcels.push(await this.counter.byForm(wish, person));
      }
    });
    this.story.at(storyMoment(this.day(COMES), "08:36"), () => this.#fetch(parcels));
    this.story.scene(storyMoment(this.day(0), "09:26"), async () => {
      for (const parcel of parcels) await this.counter.pay(parcel, "transfer");
    });
  }

  async #approve(id: string): Promise<void> {
    const { services, staff } = this.story;
    const [asked] = await services.db.select().from(regularPickups).where(eq(regularPickups.id, id));
    const hub = this.road.office.hubs[HOME];
    await this.story.do(approvePickup, staff.dispatcher, { id, version: asked!.version, hub });
  }

  /**
   * Fetches parcels. Must be called before the same rider's deliveries, because a phone sends its deeds in the order of
   * their times.
   */
  async #fetch(parcels: readonly StoryParcel[]): Promise<void> {
    const run = await this.road.plan("pickup", HOME, parcels, { rider: "etim" });
    await this.road.out(run);
    const { services, now } = this.story;
    const [stop] = await services.db.select().from(regularStops).where(eq(regularStops.runId, run.id));
    const there = new Date(+now + 22 * MINUTE);
    const done = parcels.map((parcel, n) => this.road.pickedUp(parcel, new Date(+there + n * MINUTE)));
    const visited = { kind: "regular_visited", stop: stop!.id, taken: parcels.length } as const;
    this.story.at(new Date(+there + 25 * MINUTE), async () => {
      await this.road.tell(run, [...done, { at: new Date(+there + 4 * MINUTE), did: visited }]);
      await this.road.receive(HOME, parcels);
      for (const parcel of parcels) this.#usual.arrived(HOME, parcel, lagosDay(this.story.now));
      await this.road.close(run, HOME);
    });
  }

  /** Lets a clerk count the shelf of the largest hub today. The piece that came first is missing. */
  countShelf(): void {
    this.story.scene(new Date(+this.story.end - COUNTED * MINUTE), async () => {
      const { services, staff } = this.story;
      const clerk = staff.clerks[HOME];
      const hub = this.road.office.hubs[HOME];
      const { count } = await this.story.do(beginCount, clerk, { hub });
      const [, ...found] = await missingPiecesOf(services.db, (await openCount(services.db, hub))!);
      for (const { code, number, of } of found)
        await this.story.do(countScan, clerk, { code: pieceCode(code, number, of), hub, mode: "count" });
      await this.story.do(closeCount, clerk, { hub, count, missing: 1 });
    });
  }
}
