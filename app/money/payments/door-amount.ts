/**
 * COD-9: what is paid at the door: one sum of two parts, the delivery and the cash on delivery. The receiver pays it; of a parcel that
 * goes back its sender pays what is left of delivery and return, and nobody pays for the goods. Pure.
 */
import { formatNaira } from "../../domain/money.ts";
import type { PaysDelivery } from "../../domain/pays-delivery.ts";

/** Of the delivery; `priceKobo` is null before there is a price. */
export type DoorAccount = {
  paysDelivery: PaysDelivery;
  priceKobo: number | null;
  paidKobo: number;
  /** It goes back to its sender. */
  returning: boolean;
};
/** Of the cash on delivery. */
export type DoorCod = { amountKobo: number; collectedKobo: number };
export type DoorAmount = Record<"deliveryKobo" | "codKobo" | "totalKobo", number>;

/** What is still to be paid at the door, in kobo. The delivery is among it where it is paid there, and only what is left of it. */
export function doorAmount(account: DoorAccount, cod: DoorCod | null): DoorAmount {
  const left = (account.priceKobo ?? 0) - account.paidKobo;
  const paidAtDoor = account.returning || account.paysDelivery === "receiver";
  const deliveryKobo = paidAtDoor ? Math.max(0, left) : 0;
  const codKobo = cod && !account.returning ? Math.max(0, cod.amountKobo - cod.collectedKobo) : 0;
  return { deliveryKobo, codKobo, totalKobo: deliveryKobo + codKobo };
}

export const NOTHING_AT_DOOR: DoorAmount = { deliveryKobo: 0, codKobo: 0, totalKobo: 0 };

/** What the receiver pays: nothing for a parcel that goes back. */
export const receiversPart = ({ door, returning }: { door: DoorAmount; returning: boolean }): DoorAmount =>
  returning ? NOTHING_AT_DOOR : door;

/** A sum that was taken at the door, by its parts: the delivery is paid first; `overKobo` is more than was to be paid. */
export function settleAtDoor(
  sumKobo: number,
  door: DoorAmount,
): Record<"deliveryKobo" | "codKobo" | "overKobo", number> {
  const deliveryKobo = Math.min(sumKobo, door.deliveryKobo);
  const codKobo = Math.min(sumKobo - deliveryKobo, door.codKobo);
  return { deliveryKobo, codKobo, overKobo: sumKobo - deliveryKobo - codKobo };
}

/** The parts with their names, in the order in which they are paid; parts of nothing are left out. */
export const doorLines = ({ deliveryKobo, codKobo }: DoorAmount): [string, number][] =>
  [
    ["Delivery", deliveryKobo] satisfies [string, number],
    ["Cash on delivery", codKobo] satisfies [string, number],
  ].filter(([, kobo]) => kobo > 0);

/** '₦38,975 (delivery ₦13,975, cash on delivery ₦25,000)'; null where nothing is to be paid. */
export function doorText(door: DoorAmount): string | null {
  if (door.totalKobo === 0) return null;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `${formatNaira(door.totalKobo)} (${parts.join(", ")})`;
}

/** COD-8: what a receiver reads about money at the door, with both parts where there are two; empty without. */
export function haveReady(door: DoorAmount): string {
  if (door.totalKobo === 0) return "";
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  const both = parts.length > 1 ? ` (${parts.join(", ")})` : "";
  return `Please have ${formatNaira(door.totalKobo)}${both} ready, cash, POS or transfer.`;
}
