/** The bank statements of the demo's story. The cashier uploads them and records the payments that they list. */
import { lagosDay } from "../../app/domain/dates.ts";
import { chooseColumns } from "../../app/money/bank-statements/choose-columns.server.ts";
import { matchUploaded } from "../../app/money/bank-statements/match-job.server.ts";
import { recordStatement } from "../../app/money/bank-statements/record-statement.server.ts";
import { readBankStatement } from "../../app/money/bank-statements/statements.server.ts";
import { uploadStatement } from "../../app/money/bank-statements/upload-statement.server.ts";
import { openDeposits } from "../../app/money/cash/read-cash.server.ts";
import { saveCompanyAccount } from "../../app/money/payments/company-account.server.ts";
import type { Counter } from "./story-bookings.ts";
import type { StoryParcel, Story } from "./story.ts";

const ACCOUNT = { bank: "GTBank", accountName: "Ona Delivery", accountNumber: "0000001234" };

/** A row of a statement. The amount of outgoing money is negative. */
type Row = { words: string; reference: string; kobo: number; day: string };

export class Statements {
  readonly #story: Story;
  readonly #counter: Counter;

  constructor(story: Story, counter: Counter) {
    this.#story = story;
    this.#counter = counter;
  }

  openAccount = async (): Promise<void> => {
    await this.#story.do(saveCompanyAccount, this.#story.staff.owner, ACCOUNT);
  };

  /**
   * Records a sender's transfer. If cash was deposited since the last statement, a new statement lists the cash and the
   * transfer. Otherwise the cashier types in the transfer.
   */
  async transfer(parcel: StoryParcel): Promise<void> {
    const kobo = await this.#counter.owed(parcel);
    const deposits = await this.#deposits();
    if (kobo <= 0 || deposits.length === 0) return this.#counter.pay(parcel, "transfer");
    const { id, plan } = await this.#upload([...deposits, this.#transferOf(parcel, kobo)]);
    await this.#story.do(recordStatement, this.#story.staff.cashier, { id, plan });
  }

  /**
   * Uploads this morning's statement, whose payments nobody has recorded yet. It lists the cash deposits that no
   * earlier statement lists, except the last deposit. It also lists a payment for a parcel, a payment without a parcel,
   * and an outgoing payment.
   */
  async waits(paid: StoryParcel): Promise<void> {
    const day = lagosDay(this.#story.now);
    const deposits = await this.#deposits();
    await this.#upload([
      ...deposits.slice(0, -1),
      this.#transferOf(paid, await this.#counter.owed(paid)),
      { words: "NIP TRANSFER FROM KUNLE BAKARE", reference: "GTB900146", kobo: 7500_00, day },
      { words: "CHARGE SMS ALERT", reference: "GTB900152", kobo: -52_00, day },
    ]);
  }

  #transferOf = ({ code, from }: StoryParcel, kobo: number): Row => ({
    ...{ words: `TRF ${code} ${from.name.toUpperCase()}`, kobo, day: lagosDay(this.#story.now) },
    reference: this.#counter.reference("FT"),
  });

  /** Returns the cash deposits that no statement lists yet. */
  async #deposits(): Promise<Row[]> {
    const open = await openDeposits(this.#story.services.db);
    return open.map(({ reference, kobo, at }) => ({
      ...{ words: "CASH LODGEMENT", reference: reference ?? "", kobo, day: lagosDay(at) },
    }));
  }

  /** Uploads a statement with these rows. Returns its page after its rows were matched with bookings. */
  async #upload(rows: readonly Row[]): Promise<{ id: string; plan: string | undefined }> {
    const lines = rows.map(({ words, reference, kobo, day }) => {
      const naira = (Math.abs(kobo) / 100).toFixed(2);
      const [year, month, number] = day.split("-");
      return `${number}/${month}/${year},${words},${reference},${kobo < 0 ? `${naira},` : `,${naira}`}`;
    });
    const text = ["Date,Narration,Reference,Debit,Credit", ...lines].join("\n");
    const file = new File([text], "statement.csv", { type: "text/csv" });
    const { db } = this.#story.services;
    const { cashier } = this.#story.staff;
    const account = { account: "other", otherAccount: `${ACCOUNT.bank} ${ACCOUNT.accountNumber}` };
    const { id } = await this.#story.do(uploadStatement, cashier, { ...account, file });
    const read = await readBankStatement(db, id);
    if (!read!.columns) await this.#story.do(chooseColumns, cashier, { id, ...read!.preview.columns });
    const { matching } = (await readBankStatement(db, id))!;
    await matchUploaded(this.#story.services, id, matching);
    return { id, plan: (await readBankStatement(db, id))!.matched?.plan };
  }
}
