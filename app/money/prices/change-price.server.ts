/** Does what every new price of a booking needs: stores charge, event and log row, and sends the mail. */
import { recordOnBooking } from "../../access/record-activity.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import { bookingCharges } from "../../platform/db/schema.ts";
import type { Result } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { keepCredit } from "../referrals/credit.server.ts";
import { addMoneyEvents, type BookingAccount } from "./booking-account.server.ts";
import type { Charge } from "./charges.server.ts";
import { refuse } from "./messages.ts";

export type NewCharge = Pick<Charge, "kind" | "priceListVersion" | "lines" | "totalKobo"> & { note: string };

type Priced = { account: BookingAccount; seen: number; charge: NewCharge };

/**
 * Gives a booking a new charge in kobo, minus the credit that the booking has used (REWARD-3), with event, log row and
 * mail to the sender. The caller must first lock the booking's row. Refuses a price below the paid amount, and a form
 * from an outdated page. `seen` is the id of the charge that the page showed, or 0.
 */
export async function changePrice(
  work: PriceWork,
  priced: Priced,
): Promise<Result<unknown, "invalid" | "conflict">> {
  const prepared = await preparePrice(work, priced);
  if (!prepared.ok) return prepared;
  await prepared.write();
  return { ok: true };
}

/** The work that sets a price: staff set prices, and the sender may accept a new price when correcting a booking. */
type PriceWork = Pick<Work<Admin | Customer | Guest>, "services" | "tx" | "actor" | "act">;

/**
 * Checks a new price and stores nothing yet. The caller can make further checks, and then calls the returned `write`,
 * which stores the price.
 */
export async function preparePrice(
  work: PriceWork,
  { account, seen, charge: asked }: Priced,
): Promise<Result<{ write(): Promise<void> }, "invalid" | "conflict">> {
  const { tx, act } = work;
  if ((account.chargeId ?? 0) !== seen) return refuse("conflict", "price_changed");
  const { price: charge, giveBack } = await keepCredit(tx, account.id, asked);
  if (charge.totalKobo < account.paidKobo)
    return refuse("invalid", "below_paid", { paidKobo: account.paidKobo });
  return {
    ok: true,
    async write() {
      await writeCharge(work, { account, charge });
      await giveBack(act.at);
    },
  };
}

/** BOOK-27: sets a cancelled booking's price to 0, and gives used credit back. Staff pay back the payments. */
export async function dropPrice(work: PriceWork, account: BookingAccount, note: string): Promise<void> {
  if (account.priceKobo === null) return;
  const nothing = { kind: "set" as const, priceListVersion: null, lines: [], totalKobo: 0, note };
  const { price: charge, giveBack } = await keepCredit(work.tx, account.id, nothing);
  await writeCharge(work, { account, charge });
  await giveBack(work.act.at);
}

async function writeCharge(
  { services, tx, actor, act }: PriceWork,
  { account, charge: { note, ...charge } }: { account: BookingAccount; charge: NewCharge },
): Promise<void> {
  const [made] = await tx
    .insert(bookingCharges)
    .values({
      bookingId: account.id,
      ...charge,
      at: act.at,
      ...act.by,
      note: note || null,
      acceptedAt: actor.kind === "admin" ? null : act.at,
    })
    .returning({ id: bookingCharges.id });
  if (!made) throw new Error("a charge was not written");
  const event = { account, kind: "price_set" as const, before: account.priceKobo, after: charge.totalKobo };
  await addMoneyEvents({ tx, act }, [event]);
  if (actor.kind !== "admin") return;
  const before = account.priceKobo === null ? "none" : formatNaira(account.priceKobo);
  const list = charge.priceListVersion === null ? "" : `, by price list ${charge.priceListVersion}`;
  const text = `price ${before} → ${formatNaira(charge.totalKobo)}${list}`;
  await recordOnBooking({ tx, actor, at: act.at }, account, "set_price", text);
  await notify(services, tx, { event: "price_set", about: { bookingId: account.id, chargeId: made.id } });
}
