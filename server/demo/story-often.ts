/**
 * The regular senders of the demo's story: a shop that books fifty parcels by a file, and a company that books on
 * account. The company's second invoice is overdue.
 */
import { eq } from "drizzle-orm";
import type { Customer } from "../../app/access/actor.ts";
import { lagosClock, middayOf } from "../../app/domain/dates.ts";
import { applyForAccount, approveBusiness } from "../../app/money/businesses/apply.server.ts";
import { remindBusinesses } from "../../app/money/businesses/invoice-rounds.server.ts";
import { issueInvoice } from "../../app/money/businesses/issue-invoice.server.ts";
import { receiveMoney } from "../../app/money/businesses/receive-money.server.ts";
import { agreePrices, setTerms } from "../../app/money/businesses/terms.server.ts";
import { readBatchOfCustomer } from "../../app/parcels/bulk/batches.server.ts";
import { bookBatch, bulkWorker } from "../../app/parcels/bulk/book-batch.server.ts";
import { readBatchPage } from "../../app/parcels/bulk/read-batch.server.ts";
import { bookingBatchRows, businesses, invoices } from "../../app/platform/db/schema.ts";
import { addCustomer, type Shop } from "./story-accounts.ts";
import type { Days } from "./story-days.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import { GOODS, PEOPLE, type StoryPerson } from "./story-people.ts";
import { Scenes, type Parts } from "./story-scenes.ts";
import { storyMoment } from "./story-time.ts";
import { SEEN, type StoryParcel } from "./story.ts";

const HOME: StoryHubCode = "IKJ";
const FIFTY = 50;
const JARS = ["Shea butter, 6 jars", "Black soap, 10 bars", "Body oil, 4 bottles", "Gift box"] as const;
const RECEIVERS: readonly StoryPerson[] = Object.values(PEOPLE).filter(({ gets, hub }) => gets > 0 && hub);

const SHOP = { senderName: "Shea & Sheen", senderAddress: "24 Adeniyi Jones Avenue, Ikeja, Lagos" };
const COMPANY = {
  name: "Kainji Pharmacy",
  rcNumber: "RC 662015",
  address: "7 Oba Akran Avenue, Ikeja, Lagos",
  phone: "+2348006620431",
  email: "accounts@kainji.customers.onadelivery.example",
};
/** The people to whom the company sends medicines. */
const BRANCHES = ["hajara", "garba", "ebere", "tayo"] as const;
/** How many working days before today the company applies, books, is invoiced, pays and is reminded. */
const APPLIED = 40;
const BOOKS = [38, 36, 34, 32, 26, 24, 22, 20];
const INVOICED = [29, 17];
const PAID = 25;
const REMINDED = 8;

export class Often extends Scenes {
  readonly #usual: Days;

  constructor(parts: Parts, usual: Days) {
    super(parts);
    this.#usual = usual;
  }

  /** Lets the shop book by a file, on a Tuesday at least two weeks ago, and bring the parcels an hour later. */
  sendByFile(shop: Shop): void {
    const day = this.days.slice(0, -11).findLast((one) => lagosClock(middayOf(one)).weekday === 2)!;
    let parcels: StoryParcel[] = [];
    this.story.at(storyMoment(day, "10:12"), async () => {
      parcels = await this.#book(shop);
    });
    this.story.at(storyMoment(day, "11:25"), async () => {
      for (const parcel of parcels) await this.counter.pay(parcel, "pos");
      await this.road.receive(HOME, parcels);
      for (const parcel of parcels) this.#usual.arrived(HOME, parcel, day);
    });
  }

  async #book({ person, storeId }: Shop): Promise<StoryParcel[]> {
    const { services } = this.story;
    const wishes = Array.from({ length: FIFTY }, (_, n) => {
      const goods = [JARS[n % JARS.length]!, 1 + (n % 5) / 2, "Parcel"] as const;
      return { from: PEOPLE.bisi, to: RECEIVERS[n % RECEIVERS.length]!, goods };
    });
    const rows = wishes.map(
      ({ to, goods: [what, kg] }) => `${to.name},${to.phone},"${to.address}","${what}",${kg}`,
    );
    const csv = ["Receiver,Phone,Delivery address,Description,Weight (kg)", ...rows].join("\n");
    const { email, phone } = person.person;
    const sender = { ...SHOP, senderState: "Lagos", senderPhone: phone, senderEmail: email };
    const sent = { ...sender, storeId, csv, dropOffHub: this.road.office.hubs[HOME] };
    const { id } = await this.story.do(readBatchOfCustomer, person, sent);
    const { seen } = (await readBatchPage(services, person, id))!;
    await this.story.do(bookBatch, person, { id, seen });
    // One run of the batch's job books at most a hundred rows, so one run is enough.
    await bulkWorker(services)({ id, data: { batchId: id }, retryCount: 0 }, services.db);
    const booked = await services.db
      .select({ row: bookingBatchRows.row, code: bookingBatchRows.trackingCode })
      .from(bookingBatchRows)
      .where(eq(bookingBatchRows.batchId, id))
      .orderBy(bookingBatchRows.row);
    return Promise.all(booked.map(({ code }, n) => this.counter.parcelOf(wishes[n]!, code!)));
  }

  /** Lets the company apply, get payment terms of a week, send its parcels, and be invoiced twice. */
  openBusiness(): void {
    const { owner, cashier } = this.story.staff;
    const ids = { business: "" };
    const id = () => ({ id: ids.business });
    let member: Customer;
    this.story.at(storyMoment(this.day(APPLIED), "09:40"), async () => {
      const account = { email: COMPANY.email, name: "Ibrahim Sani", phone: COMPANY.phone };
      member = await addCustomer(this.story, { ...account, address: COMPANY.address });
      ids.business = (await this.story.do(applyForAccount, member, COMPANY)).id;
    });
    this.story.at(storyMoment(this.day(APPLIED), "13:20"), async () => {
      await this.story.do(approveBusiness, owner, id());
      const [business] = await this.story.services.db.select().from(businesses);
      const terms = { termsDays: "7", limit: "500000", graceDays: "60", version: business!.version };
      await this.story.do(setTerms, owner, { ...id(), ...terms });
      await this.story.do(agreePrices, owner, { ...id(), discount: "5" });
    });
    for (const [n, ago] of BOOKS.entries())
      this.story.at(storyMoment(this.day(ago), "09:30", n * 3), () => this.#sendOnAccount(member, ago, n));
    for (const ago of INVOICED)
      this.story.at(storyMoment(this.day(ago), "12:05"), async () => {
        await this.story.do(issueInvoice, cashier, id());
      });
    this.story.at(storyMoment(this.day(PAID), "11:10"), () => this.#pay(id()));
    this.story.at(storyMoment(this.day(REMINDED), "09:05"), async () => {
      await remindBusinesses(this.story.services);
    });
  }

  async #sendOnAccount(member: Customer, ago: number, n: number): Promise<void> {
    const { name, address, phone, email } = COMPANY;
    const from: StoryPerson = { ...PEOPLE.bisi, name, address, phone, email };
    const goods = ["Medicines", GOODS[n % GOODS.length]![1], "Box"] as const;
    const wish = { from, to: PEOPLE[BRANCHES[n % BRANCHES.length]!], goods, brings: HOME };
    const parcel = await this.counter.byForm({ ...wish, paysDelivery: "account" }, member);
    await this.road.receive(HOME, [parcel]);
    this.#usual.arrived(HOME, parcel, this.day(ago));
  }

  async #pay(business: { id: string }): Promise<void> {
    const [first] = await this.story.services.db.select().from(invoices).orderBy(invoices.serial);
    const amount = String(first!.totalKobo / 100);
    const paid = { amount, method: "transfer", reference: this.counter.reference("FT"), note: "" };
    await this.story.do(receiveMoney, this.story.staff.cashier, { ...business, ...paid, ...SEEN });
  }
}
