/** COD-9: what the receiver pays at the door: one sum of two parts, the delivery and the cash on delivery. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { PaysDelivery } from "../../domain/pays-delivery.ts";

/** Of the delivery; `priceKobo` is null before there is a price. */
export type DoorAccount = { paysDelivery: PaysDelivery; priceKobo: number | null; paidKobo: number };
/** Of the cash on delivery. */
export type DoorCod = { amountKobo: number; collectedKobo: number };
export type DoorAmount = Record<"deliveryKobo" | "codKobo" | "totalKobo", number>;

/** What is still to be paid at the door, in kobo. The delivery is among it only where the receiver pays it, and only what is left of it. */
export function doorAmount(account: DoorAccount, cod: DoorCod | null): DoorAmount {
  const left = (account.priceKobo ?? 0) - account.paidKobo;
  const deliveryKobo = account.paysDelivery === "receiver" ? Math.max(0, left) : 0;
  const codKobo = cod ? Math.max(0, cod.amountKobo - cod.collectedKobo) : 0;
  return { deliveryKobo, codKobo, totalKobo: deliveryKobo + codKobo };
}

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
