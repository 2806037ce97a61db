/** The forms of the page of referral rewards. */
import * as z from "zod";
import { formatNaira } from "../../domain/money.ts";
import { nairaField, requiredText, typedNumber, uuidField } from "../../platform/http/fields.ts";

const MAX_KOBO = 10_000_000;

const AMOUNT = "Enter an amount in naira, or 0";
/** The reward is typed in naira and read as kobo. 0 or an empty field switches rewards off. */
const reward = z
  .union([z.string(), z.number()], AMOUNT)
  .transform((sent) => (typeof sent === "string" && sent === "" ? 0 : sent))
  .pipe(nairaField(AMOUNT, AMOUNT))
  .refine((kobo) => kobo <= MAX_KOBO, `At most ${formatNaira(MAX_KOBO)}`);

const MONTH = "Enter a number from 1 to 1000";

export const rewardTermsForm = z.object({
  rewardKobo: reward,
  perMonth: typedNumber(MONTH, z.number(MONTH).int(MONTH).min(1, MONTH).max(1000, MONTH)),
});

export const decisionForm = z.object({ referralId: uuidField, note: requiredText("Say why.", 300) });
