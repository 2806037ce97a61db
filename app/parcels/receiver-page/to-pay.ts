/** RECEIVER-2: the receiver's text about money: one sum, its parts, and that nothing else is owed. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { DoorAmount } from "../../money/payments/door-amount.ts";

/** In kobo. `priceComes`: the receiver pays the delivery, and it has no price yet. */
export type ToPay = DoorAmount & { priceComes: boolean };
export type PayText = { title: string; lines: [name: string, amount: string][]; text: string };

const NOBODY = "You owe nothing else to anybody, before or after.";

/** `over`: nothing is paid any more, because the parcel is delivered, cancelled or returning. */
export function payText(toPay: ToPay, over: boolean): PayText {
  const { totalKobo, priceComes } = toPay;
  if (over)
    return { title: "Nothing to pay", lines: [], text: "You owe nothing to anybody for this parcel." };
  if (priceComes)
    return {
      title: totalKobo > 0 ? `${formatNaira(totalKobo)} and the delivery` : "You pay the delivery",
      lines: [],
      text: `The price of the delivery is not set yet. It will stand here before we come. Pay at the door only: cash, POS or transfer. ${NOBODY}`,
    };
  if (totalKobo === 0)
    return {
      title: "Nothing to pay",
      lines: [],
      text: "You owe nothing to anybody for this parcel. Do not pay anybody who asks.",
    };
  const { deliveryKobo, codKobo } = toPay;
  return {
    title: `${formatNaira(totalKobo)} at the door`,
    lines: [["For the goods", codKobo] as const, ["For the delivery", deliveryKobo] as const].flatMap(
      ([name, kobo]) => (kobo > 0 ? [[name, formatNaira(kobo)]] : []),
    ),
    text: `Pay when you get the parcel: cash, POS or transfer. ${NOBODY}`,
  };
}
