/** The forms of the page of referral rewards. */
import * as z from "zod";
import { formatNaira, parseNaira } from "../domain/money.ts";
import { optionalText, uuidField } from "../platform/http/fields.ts";

const MAX_KOBO = 10_000_000;

/** Naira as typed, as kobo; 0 or empty switches rewards off. */
const reward = z.string("Enter an amount in naira, or 0").transform((text, issue) => {
  const money = parseNaira(text.trim() || "0");
  if (money.ok && money.kobo <= MAX_KOBO) return money.kobo;
  const message = money.ok ? `At most ${formatNaira(MAX_KOBO)}` : "Enter an amount in naira, or 0";
  issue.addIssue({ code: "custom", message });
  return z.NEVER;
});

const MONTH = "Enter a number from 1 to 1000";

export const termsForm = z.object({
  rewardKobo: reward,
  perMonth: z.coerce.number(MONTH).int(MONTH).min(1, MONTH).max(1000, MONTH),
});

export const decisionForm = z.object({ referralId: uuidField, note: optionalText(300) });
