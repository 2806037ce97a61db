/**
 * PAY-10: the ways to pay a delivery. They depend on the payer, the time of payment, pickup or drop-off, and what the
 * company has set up. Every text about payment uses this file, so that no text offers a way that is not set up. Pure.
 */
import { formatNaira } from "./money.ts";
import { isOnAccount, USUAL_PAYER, type PaysDelivery } from "./pays-delivery.ts";

/** A place where cash is accepted. `hours` has one text for each range of days. */
type PayPlace = { name: string; hours: readonly string[] };

export type PaySetup = {
  online: boolean;
  account: { bank: string; accountName: string; accountNumber: string } | null;
  /** Null if the company has no address. */
  office: PayPlace | null;
  /** The active hubs. Riders and hubs collect money only if there is an active hub. */
  hubs: readonly PayPlace[];
};

/** `call`: the company and the sender agree on the payment by phone. `account`: a business pays by invoice. */
export type WayToPay = "online" | "transfer" | "office" | "rider" | "counter" | "door" | "call" | "account";

export type HowPaid = {
  paysDelivery: PaysDelivery;
  isBrought: boolean;
  /** BULK-7: true if the text is about the parcels of a batch. */
  several?: boolean;
};

/** Returns the ways to pay a delivery, the preferred way first. There is always at least one. */
export function waysToPay({ paysDelivery, isBrought }: HowPaid, setup: PaySetup): WayToPay[] {
  if (isOnAccount(paysDelivery)) return ["account"];
  const remote: WayToPay[] = [
    ...(setup.online ? (["online"] as const) : []),
    ...(setup.account ? (["transfer"] as const) : []),
  ];
  const payer = setup.hubs.length > 0 ? paysDelivery : USUAL_PAYER;
  if (payer === "receiver") return ["door", ...remote];
  if (payer === "sender_pickup") return [isBrought ? "counter" : "rider", ...remote];
  const before: WayToPay[] = placeToPay(setup) ? [...remote, "office"] : remote;
  return before.length > 0 ? before : ["call"];
}

/** Returns the place for a payment in cash before the pickup: the office, or the first hub if there is no office. */
const placeToPay = ({ office, hubs }: PaySetup): PayPlace | null => office ?? hubs[0] ?? null;

const placeText = ({ name, hours }: PayPlace): string =>
  `${name}${hours.length > 0 ? ` (open ${hours.join(", ")})` : ""}`;

/** Joins texts as 'a', 'a or b', 'a, b or c'. */
const either = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;

const REMOTE: Partial<Record<WayToPay, string>> = { online: "online", transfer: "by bank transfer" };
const remoteOf = (ways: readonly WayToPay[]): string[] => ways.flatMap((way) => REMOTE[way] ?? []);

/** Writes the sentences for the sender of a parcel. `kobo` is the price; null while there is no price. */
export function howToPay(payer: HowPaid, setup: PaySetup, kobo: number | null): string {
  const ways = waysToPay(payer, setup);
  const price = kobo === null ? "the price" : formatNaira(kobo);
  const others = remoteOf(ways);
  const instead = others.length > 0 ? ` You can also pay it ${either(others)} before that.` : "";
  const [first] = ways;
  const them = payer.several ? "them" : "it";
  if (first === "account")
    return `${kobo === null ? "The price" : price} goes on the account of your business.`;
  if (first === "door")
    return `${payer.several ? "The receivers pay" : "The receiver pays"} ${price} at the door, in cash${setup.account ? " or by bank transfer" : ""}${setup.online ? ", or online before we come" : ""}.`;
  if (first === "rider") return `You pay the rider ${price} when we pick up.${instead}`;
  if (first === "counter") return `You pay ${price} at the counter, where you bring ${them}.${instead}`;
  const when = payer.isBrought ? `before you bring ${them}` : `before we pick ${them} up`;
  if (first === "call") return `You pay ${price} ${when}. We call you to agree how you pay.`;
  const place = placeToPay(setup);
  const cash = place && `in cash at ${placeText(place)}`;
  return `You pay ${price} ${when}, ${either([...others, ...(cash ? [cash] : [])])}.`;
}

/** Writes the answer to 'How do I pay?' for people who have not booked yet. */
export function howToPayAtAll(setup: PaySetup): string {
  const before = howToPay({ paysDelivery: USUAL_PAYER, isBrought: false }, setup, null);
  return setup.hubs.length === 0
    ? before
    : `${before} Or you pay the rider at pickup, or the receiver pays at the door: choose when you book.`;
}

/** The buttons of the sender's page. Each button leads to a part of the page. */
export const PAY_NAMES = {
  now: "Pay now",
  online: "Pay online",
  byTransfer: "Pay by transfer",
  byBankTransfer: "Pay by bank transfer",
};

/** Says how to pay at a receiver's door: 'cash', or 'cash or transfer'. */
export const doorWays = (setup: Pick<PaySetup, "account">): string =>
  setup.account ? "cash or transfer" : "cash";
