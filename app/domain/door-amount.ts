/**
 * COD-9: the amount that is paid at the receiver's door: one sum for the delivery and the goods (cash on delivery).
 * If a parcel is returning, the sender pays the unpaid part of delivery and return, and nobody pays for the goods.
 * Pure.
 */
import { formatNaira } from "./money.ts";
import { isOnAccount, type PaysDelivery } from "./pays-delivery.ts";

/** The price of the delivery and the amount already paid. `priceKobo` is null while there is no price. */
export type DoorAccount = {
  paysDelivery: PaysDelivery;
  priceKobo: number | null;
  paidKobo: number;
  returning: boolean;
};
export type DoorCod = { amountKobo: number; collectedKobo: number };
export type DoorAmount = Record<"deliveryKobo" | "codKobo" | "totalKobo", number>;

/**
 * Returns the unpaid amount at the receiver's door, in kobo. The unpaid part of the delivery price is included if the
 * receiver pays the delivery, or if the parcel is returning. A business on account pays nothing at a door.
 */
export function doorAmount(account: DoorAccount, cod: DoorCod | null): DoorAmount {
  const left = (account.priceKobo ?? 0) - account.paidKobo;
  const paidAtDoor =
    !isOnAccount(account.paysDelivery) && (account.returning || account.paysDelivery === "receiver");
  const deliveryKobo = paidAtDoor ? Math.max(0, left) : 0;
  const codKobo = cod && !account.returning ? Math.max(0, cod.amountKobo - cod.collectedKobo) : 0;
  return { deliveryKobo, codKobo, totalKobo: deliveryKobo + codKobo };
}

/**
 * Returns what the sender pays the rider at a pickup: the unpaid part of the delivery price, and nothing for the
 * goods. `doorAmount` includes the delivery price if the receiver pays, so "receiver" is passed here.
 */
export const pickupAmount = (account: DoorAccount): DoorAmount =>
  doorAmount({ ...account, paysDelivery: "receiver" }, null);

export const NOTHING_AT_DOOR: DoorAmount = { deliveryKobo: 0, codKobo: 0, totalKobo: 0 };

/** Returns what the receiver pays of the amount due at the door: nothing for a returning parcel. */
export const receiversPart = ({ door, returning }: { door: DoorAmount; returning: boolean }): DoorAmount =>
  returning ? NOTHING_AT_DOOR : door;

/** Splits a sum paid at the receiver's door: first for the delivery, then for the goods. `overKobo`: the excess. */
export function settleAtDoor(
  sumKobo: number,
  door: DoorAmount,
): Record<"deliveryKobo" | "codKobo" | "overKobo", number> {
  const deliveryKobo = Math.min(sumKobo, door.deliveryKobo);
  const codKobo = Math.min(sumKobo - deliveryKobo, door.codKobo);
  return { deliveryKobo, codKobo, overKobo: sumKobo - deliveryKobo - codKobo };
}

/** Lists the parts of the amount due at the door, in the order of payment. A part of ₦0 is left out. */
export const doorLines = ({ deliveryKobo, codKobo }: DoorAmount): [string, number][] =>
  [
    ["Delivery", deliveryKobo] satisfies [string, number],
    ["Cash on delivery", codKobo] satisfies [string, number],
  ].filter(([, kobo]) => kobo > 0);

/** Writes '₦38,975 (delivery ₦13,975, cash on delivery ₦25,000)'; null if nothing is due. */
export function doorText(door: DoorAmount): string | null {
  if (door.totalKobo === 0) return null;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `${formatNaira(door.totalKobo)} (${parts.join(", ")})`;
}

/** COD-8: tells the receiver what to pay at the door. Empty if nothing is due. `ways`: the result of doorWays. */
export function haveReady(door: DoorAmount, ways: string): string {
  if (door.totalKobo === 0) return "";
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  const both = parts.length > 1 ? ` (${parts.join(", ")})` : "";
  return `Please have ${formatNaira(door.totalKobo)}${both} ready, ${ways}.`;
}
