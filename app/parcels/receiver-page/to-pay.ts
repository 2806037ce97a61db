/** RECEIVER-2: the text about money for the receiver: the amount, its parts, or that nothing more is due. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { DoorAmount } from "../../domain/door-amount.ts";
import { textIn, type Translate } from "../../languages/translation.ts";

/**
 * The amounts that the receiver pays, in kobo. `priceComes`: the receiver pays for the delivery, but its price is not
 * known yet. `byTransfer`: the company has an account for a transfer at the door (PAY-10).
 */
export type ToPay = DoorAmount & { priceComes: boolean; byTransfer: boolean };
export type PayText = { title: string; lines: [name: string, amount: string][]; text: string };

const NOTHING = "You owe nothing to anybody for this parcel.";

/** Returns the text. `over`: nothing more is due. `t` translates the text; without `t`, as in mails, it is English. */
export function toPayText(toPay: ToPay, over: boolean, t: Translate = textIn(null)): PayText {
  const { totalKobo, priceComes, byTransfer } = toPay;
  const nobody = t("You owe nothing else to anybody, before or after.");
  const amount = formatNaira(totalKobo);
  if (over) return { title: t("Nothing to pay"), lines: [], text: t(NOTHING) };
  if (priceComes)
    return {
      title: totalKobo > 0 ? t("{amount} and the delivery", { amount }) : t("You pay the delivery"),
      lines: [],
      text: `${
        byTransfer
          ? t(
              "The price of the delivery is not set yet. It will stand here before we come. Pay at the door only: cash or transfer.",
            )
          : t(
              "The price of the delivery is not set yet. It will stand here before we come. Pay at the door only: cash.",
            )
      } ${nobody}`,
    };
  if (totalKobo === 0)
    return {
      title: t("Nothing to pay"),
      lines: [],
      text: `${t(NOTHING)} ${t("Do not pay anybody who asks.")}`,
    };
  const { deliveryKobo, codKobo } = toPay;
  return {
    title: t("{amount} at the door", { amount }),
    lines: [[t("For the goods"), codKobo] as const, [t("For the delivery"), deliveryKobo] as const].flatMap(
      ([name, kobo]) => (kobo > 0 ? [[name, formatNaira(kobo)]] : []),
    ),
    text: `${byTransfer ? t("Pay when you get the parcel: cash or transfer.") : t("Pay when you get the parcel: cash.")} ${nobody}`,
  };
}
