/**
 * Today in the demo's story, and the days before: the parcels that each demo door shows, and one parcel for each case
 * that needs a person. No usual run takes these parcels. Longer than 250 lines because each scene has its own function.
 */
import { lagosDay } from "../../app/domain/dates.ts";
import type { Wish } from "./story-bookings.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import { GOODS, PEOPLE, type PersonKey } from "./story-people.ts";
import { Scenes } from "./story-scenes.ts";
import type { Run, StoryStop } from "./story-road.ts";
import { isSaturday, storyMoment } from "./story-time.ts";
import type { StoryParcel } from "./story.ts";

const MINUTE = 60_000;
type More = Partial<Pick<Wish, "pieces" | "paysDelivery" | "service">>;

/** Parcels that later scenes use. */
export type SceneParcels = {
  refused: StoryParcel | null;
  denied: StoryParcel | null;
  given: StoryParcel | null;
  /** The parcel that returns to its sender, and the parcel of the demo's receiver. */
  returned: StoryParcel | null;
  atGate: StoryParcel | null;
  unpaid: StoryParcel[];
};

export class Today extends Scenes {
  readonly told: SceneParcels = {
    ...{ refused: null, denied: null, given: null, returned: null, atGate: null, unpaid: [] },
  };
  #goods = 0;

  plan(): void {
    this.#abuja();
    this.#lateBus();
    this.#missing();
    this.#notClosed();
    this.#goesBack();
    this.#ready();
    this.#toFetch();
    this.#nowhere();
    for (const [n, buyer] of (["tayo", "sola", "bisi"] as const).entries())
      this.story.scene(this.#before(130 - n * 35), async () => {
        await this.orders.order(PEOPLE[buyer], [["Suya Platter", n + 1]]);
      });
  }

  #before = (minutes: number): Date => new Date(+this.story.end - minutes * MINUTE);
  #evening = (ago: number): Date =>
    storyMoment(this.day(ago), isSaturday(this.day(ago)) ? "14:20" : "16:20", this.story.draw(20));

  /** Books a parcel in the morning, pays it at a hub's counter, and puts it on the hub's shelf. */
  #brought(
    shelf: StoryParcel[],
    hub: StoryHubCode,
    ago: number,
    from: PersonKey,
    to: PersonKey,
    more: More = {},
  ): void {
    const goods = GOODS[this.#goods++ % GOODS.length]!;
    const wish = { from: PEOPLE[from], to: PEOPLE[to], goods, own: true, brings: hub, ...more };
    // The parcels lie on the shelf in the order of these calls, which differs from the order of the bookings.
    const place = shelf.length++;
    this.story.scene(storyMoment(this.day(ago), "09:15", this.story.draw(150)), async () => {
      const isSender = from === "adaeze";
      const parcel = isSender
        ? await this.counter.byForm(wish, this.adaeze)
        : await this.counter.byClerk(wish, this.story.staff.clerks[hub]);
      if (!more.paysDelivery) await this.counter.pay(parcel, isSender ? "transfer" : { cashAt: hub });
      await this.road.receive(hub, [parcel]);
      shelf[place] = parcel;
    });
  }

  /** Sends out a run with all parcels of a shelf. The first parcel has the first stop. */
  async #sendOut(hub: StoryHubCode, rider: Run["rider"], shelf: readonly StoryParcel[]): Promise<Run> {
    const run = await this.road.plan("delivery", hub, shelf, { rider: rider! });
    await this.road.putFirst(run, shelf[0]!);
    await this.road.load(run);
    await this.road.out(run);
    return run;
  }

  /** Gives the demo's rider eleven stops in Abuja, with the parcels of the demo's receiver and sender. */
  #abuja(): void {
    const shelf: StoryParcel[] = [];
    const brought = (from: PersonKey, to: PersonKey, more?: More) =>
      this.#brought(shelf, "IKJ", 2, from, to, more);
    brought("tayo", "danladi");
    brought("adaeze", "amina");
    brought("femi", "blessing");
    brought("bisi", "efe");
    brought("sola", "fatima", { paysDelivery: "receiver" });
    brought("tayo", "halima");
    brought("femi", "john");
    brought("bisi", "kande", { pieces: 2 });
    brought("sola", "uche");
    for (const [buyer, product, count, time] of [
      ["hajara", "Small Chops, pack of 20", 4, "12:25"],
      ["bashir", "Grilled Croaker Fish", 1, "12:31"],
    ] as const)
      this.story.scene(storyMoment(this.day(2), time), async () => {
        const order = await this.orders.order(PEOPLE[buyer], [[product, count]]);
        const parcel = await this.orders.send(order, PEOPLE[buyer], true);
        await this.road.receive("IKJ", [parcel]);
        shelf.push(parcel);
        if (buyer === "hajara") this.told.atGate = parcel;
      });
    let bus: Run;
    this.story.scene(this.#evening(1), async () => {
      bus = await this.#sendBus("IKJ", "ABJ", shelf);
    });
    this.story.scene(storyMoment(this.day(0), "08:20"), async () => {
      await this.road.receive("ABJ", shelf);
      await this.road.close(bus, "ABJ");
    });
    let run: Run;
    this.story.scene(this.#before(100), async () => {
      run = await this.#sendOut("ABJ", "yusuf", shelf);
    });
    this.story.scene(this.#before(20), async () => {
      const stop = { parcel: shelf[0]!, at: this.story.now, why: null };
      await this.road.tell(run, [await this.road.deedOf(stop)]);
    });
    this.story.scene(this.#before(11), async () => {
      const note = "Flat tyre at Berger roundabout";
      const did = { kind: "incident", incident: "vehicle_broke_down", note } as const;
      await this.road.tell(run, [{ at: this.story.now, did }]);
    });
  }

  async #sendBus(from: StoryHubCode, to: StoryHubCode, shelf: readonly StoryParcel[]): Promise<Run> {
    const run = await this.road.plan("linehaul", from, shelf, { to });
    await this.road.load(run);
    await this.road.out(run);
    return run;
  }

  /** Sends one bus that left two days ago and has not arrived, and one that left yesterday evening. */
  #lateBus(): void {
    const late: StoryParcel[] = [];
    this.#brought(late, "ABJ", 2, "hajara", "chinwe");
    this.#brought(late, "ABJ", 2, "blessing", "chinwe", { service: "express" });
    this.story.scene(this.#evening(2), async () => void (await this.#sendBus("ABJ", "ONI", late)));
    const north: StoryParcel[] = [];
    this.#brought(north, "IKJ", 1, "adaeze", "garba");
    this.#brought(north, "IKJ", 1, "bisi", "musa", { pieces: 2 });
    this.story.scene(this.#evening(1), async () => void (await this.#sendBus("IKJ", "KAN", north)));
  }

  /** Makes yesterday in Ikeja: a gateman takes a parcel, nobody is home, a parcel is missing, and cash is missing. */
  #missing(): void {
    const shelf: StoryParcel[] = [];
    for (const [from, to, more] of [
      ["wale", "sola", { paysDelivery: "receiver" }],
      ["chiamaka", "tayo", {}],
      ["bisi", "femi", {}],
      ["femi", "wale", {}],
    ] as const)
      this.#brought(shelf, "IKJ", 2, from, to, more);
    let run: Run;
    const time = (clock: string) => storyMoment(this.day(1), clock, this.story.draw(6));
    this.story.scene(time("10:20"), async () => {
      run = await this.#sendOut("IKJ", "etim", shelf);
    });
    this.story.scene(time("12:40"), async () => {
      const [paid, gate, nobody] = shelf;
      const stops: StoryStop[] = [
        { parcel: paid!, at: time("10:50"), why: null },
        { parcel: gate!, at: time("11:20"), why: null, taker: "Sunday, the gateman" },
        { parcel: nobody!, at: time("11:55"), why: "nobody_home" },
      ];
      const deeds = [];
      for (const stop of stops) deeds.push(await this.road.deedOf(stop));
      await this.road.tell(run, deeds);
      await this.road.receive("IKJ", [nobody!]);
      await this.money.countCash("IKJ", "etim", 500_00);
      const note = "Not on the motorcycle when the run was closed";
      await this.road.close(run, "IKJ", { note, person: "Blessing Etim" });
      this.told.denied = nobody!;
    });
  }

  /** Makes yesterday's events in Kano: a parcel is refused, another goes to a reception, and the run is not closed. */
  #notClosed(): void {
    const shelf: StoryParcel[] = [];
    this.#brought(shelf, "KAN", 2, "garba", "musa");
    this.#brought(shelf, "KAN", 2, "musa", "garba");
    let run: Run;
    const time = (clock: string) => storyMoment(this.day(1), clock, this.story.draw(9));
    this.story.scene(time("10:30"), async () => {
      run = await this.#sendOut("KAN", "bello", shelf);
    });
    this.story.scene(time("12:30"), async () => {
      const [refused, given] = shelf;
      const deeds = [
        await this.road.deedOf({ parcel: refused!, at: time("11:00"), why: "refused" }),
        await this.road.deedOf({
          parcel: given!,
          at: time("11:30"),
          why: null,
          taker: "Hauwa at the reception",
        }),
      ];
      await this.road.tell(run, deeds);
      await this.road.receive("KAN", [refused!]);
      await this.road.returned(run);
      Object.assign(this.told, { refused, given });
    });
  }

  /** Lets a receiver open and refuse a parcel some days ago. The parcel returns to its sender. */
  #goesBack(): void {
    const shelf: StoryParcel[] = [];
    this.#brought(shelf, "ABJ", 6, "amina", "danladi");
    let run: Run;
    const time = (clock: string) => storyMoment(this.day(5), clock, this.story.draw(9));
    this.story.scene(time("10:10"), async () => {
      run = await this.#sendOut("ABJ", "yusuf", shelf);
    });
    this.story.scene(time("11:50"), async () => {
      const [parcel] = shelf;
      const stop = { parcel: parcel!, at: time("10:55"), why: "refused_after_opening" } as const;
      await this.road.tell(run, [await this.road.deedOf(stop)]);
      await this.road.receive("ABJ", shelf);
      await this.road.close(run, "ABJ");
      this.told.returned = parcel!;
    });
  }

  /** Loads one run of Ikeja, and plans another for the next day. */
  #ready(): void {
    const loaded: StoryParcel[] = [];
    this.#brought(loaded, "IKJ", 1, "femi", "sola");
    this.#brought(loaded, "IKJ", 1, "tayo", "chiamaka");
    this.story.scene(this.#before(14), async () => {
      await this.road.load(await this.road.plan("delivery", "IKJ", loaded, { rider: "dare" }));
    });
    const planned: StoryParcel[] = [];
    for (const [from, to] of [
      ["wale", "bisi"],
      ["adaeze", "tayo"],
      ["bisi", "wale"],
    ] as const)
      this.#brought(planned, "IKJ", 1, from, to);
    this.story.scene(this.#before(32), async () => {
      const next = lagosDay(new Date(+this.story.end + 24 * 60 * MINUTE));
      await this.road.plan("delivery", "IKJ", planned, { rider: "dare" }, next);
    });
  }

  /** Sends the pickup rider to two parcels that are not paid. */
  #toFetch(): void {
    const fetched: StoryParcel[] = [];
    this.story.scene(this.#evening(1), async () => {
      for (const to of ["chinwe", "ebere"] as const) {
        const goods = GOODS[this.#goods++ % GOODS.length]!;
        fetched.push(await this.counter.byForm({ from: PEOPLE.sola, to: PEOPLE[to], goods, own: true }));
      }
      this.told.unpaid.push(...fetched);
    });
    this.story.scene(this.#before(50), async () => {
      await this.road.out(await this.road.plan("pickup", "IKJ", fetched, { rider: "etim" }));
    });
  }

  /** Adds a parcel for Borno, where no hub delivers. Dispatch must choose a hub. */
  #nowhere(): void {
    this.#brought([], "ONI", 1, "chinwe", "bukar");
  }
}
