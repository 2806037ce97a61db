/** The money of the demo's story: counts of cash, deposits at the bank, and payouts. */
import { eq } from "drizzle-orm";
import { NOTES } from "../../app/domain/cash.ts";
import { payableOf } from "../../app/domain/settlement.ts";
import { cashOf } from "../../app/money/cash-ledger/cash-account.server.ts";
import { noteField } from "../../app/money/cash/cash-forms.ts";
import { payIn } from "../../app/money/cash/count-cash.server.ts";
import { recordDeposit } from "../../app/money/cash/move-cash.server.ts";
import { payOut } from "../../app/money/settlements/payouts.server.ts";
import { payees } from "../../app/platform/db/schema.ts";
import type { Counter } from "./story-bookings.ts";
import { HUB_CODES, type StoryHubCode } from "./story-hubs.ts";
import type { StoryOffice, RiderKey } from "./story-office.ts";
import { SEEN, type Story } from "./story.ts";

const NAIRA = 100;
/** The cash that a hub keeps as change money, in kobo. */
const KEPT = 20_000 * NAIRA;

export class StoryMoney {
  readonly #story: Story;
  readonly #office: StoryOffice;
  readonly #counter: Counter;

  constructor(story: Story, office: StoryOffice, counter: Counter) {
    this.#story = story;
    this.#office = office;
    this.#counter = counter;
  }

  /** Lets the cashier count a rider's cash, of which `shortKobo` is missing. */
  async countCash(hub: StoryHubCode, rider: RiderKey, shortKobo = 0): Promise<void> {
    const { id } = this.#office.riders[rider];
    const { balanceKobo } = await cashOf(this.#story.services.db, { kind: "rider", id });
    if (balanceKobo <= 0) return;
    const of = { kind: "rider", id, hub: this.#office.hubs[hub], whole: "all" };
    const counted = notesOf(balanceKobo - shortKobo);
    await this.#story.do(payIn, this.#story.staff.cashier, { ...of, ...counted, ...SEEN });
  }

  /** Takes the cash that each hub has above its change money to the bank. */
  async deposit(): Promise<void> {
    for (const hub of HUB_CODES) {
      const id = this.#office.hubs[hub];
      const { balanceKobo } = await cashOf(this.#story.services.db, { kind: "hub", id });
      const amount = Math.floor((balanceKobo - KEPT) / (1000 * NAIRA)) * 1000 * NAIRA;
      const slip = { kind: "hub", id, amount, reference: this.#counter.reference("SLIP"), ...SEEN };
      if (amount > 0) await this.#story.do(recordDeposit, this.#story.staff.cashier, slip);
    }
  }

  async payStore(storeId: string): Promise<void> {
    const [payee] = await this.#story.services.db.select().from(payees).where(eq(payees.storeId, storeId));
    const amount = payee ? payableOf(payee) : 0;
    if (!payee || amount <= 0) return;
    const accountSince = payee.accountSince?.toISOString() ?? "";
    const paid = { id: payee.id, amount, reference: this.#counter.reference("FT"), accountSince, ...SEEN };
    await this.#story.do(payOut, this.#story.staff.owner, paid);
  }
}

/** Returns the fewest notes for an amount, as fields of the form that counts cash. The rest is in coins. */
function notesOf(kobo: number): Record<string, number> {
  let left = kobo;
  const fields: Record<string, number> = {};
  for (const naira of NOTES) {
    const n = Math.floor(left / (naira * NAIRA));
    fields[noteField(naira)] = n;
    left -= n * naira * NAIRA;
  }
  return { ...fields, coins: left };
}
