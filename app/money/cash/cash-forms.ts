/** CASH-4, CASH-5: the forms about cash: counts, change for riders, deposits, expenses and differences. */
import * as z from "zod";
import { CASH_HOLDERS, NOTES, type NoteCount } from "../../domain/cash.ts";
import { normaliseReference } from "../../domain/payment.ts";
import {
  koboField,
  optionalKobo,
  optionalText,
  requiredText,
  plainField,
} from "../../platform/http/fields.ts";
import { seenFields } from "../../platform/http/seen-field.ts";
import { isUuid } from "../../platform/http/uuid.ts";

const ofHolder = z.object({
  kind: z.enum(CASH_HOLDERS),
  id: z.string().max(40).refine(isUuid, "Choose an account"),
});
const toLedger = ofHolder.extend(seenFields);
const hub = z.string("Choose a hub").refine(isUuid, "Choose a hub");
const amount = koboField.refine((kobo) => kobo > 0, "Enter an amount above ₦0.");
const reason = requiredText("Write in a few words why.", 200);

const COUNT = "Enter a whole number";
const howMany = z
  .union([plainField(), z.number()])
  .default("")
  .transform((sent, issue) => {
    const n = Number(sent);
    if (Number.isInteger(n) && n >= 0 && n <= 100_000) return n;
    issue.addIssue(COUNT);
    return z.NEVER;
  });

export const noteField = (naira: (typeof NOTES)[number]) => `n${naira}` as const;
const noteFields = Object.fromEntries(NOTES.map((naira) => [noteField(naira), howMany])) as Record<
  ReturnType<typeof noteField>,
  typeof howMany
>;

export const payInForm = toLedger.extend({
  hub,
  ...noteFields,
  /** All coins as one amount in naira. */
  coins: optionalKobo.default(0),
  /** 'part' means that the rider keeps some cash, such as tomorrow's change. */
  whole: z.enum(["all", "part"]).default("all"),
});
type PayIn = z.output<typeof payInForm>;

export const noteCountOf = (form: Pick<PayIn, ReturnType<typeof noteField> | "coins">): NoteCount =>
  Object.fromEntries(
    [
      ...NOTES.map((naira) => [String(naira), form[noteField(naira)]] as const),
      ["coins", form.coins] as const,
    ].filter(([, n]) => n > 0),
  );

/** 'out' means change from the hub to the rider. 'back' means change from the rider to the hub. */
export const changeForm = toLedger.extend({ hub, amount, way: z.enum(["out", "back"]).default("out") });
export const depositForm = toLedger.extend({
  amount,
  reference: requiredText("Enter the reference on the bank's slip.", 60).overwrite(normaliseReference),
});
export const expenseForm = toLedger.extend({
  amount,
  reason,
  approver: z.string("Choose who approved it.").refine(isUuid, "Choose who approved it."),
});
export const cashDifferenceForm = toLedger.extend({
  amount,
  reason,
  difference: z.enum(["shortage", "overage"], "Choose what it is"),
});
export const cashCorrectionForm = toLedger.extend({
  amount,
  reason,
  way: z.enum(["more", "less"], "Choose one"),
});
export const reverseEntryForm = ofHolder.extend({
  entry: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  reversalReason: optionalText(200).refine((text) => text !== "", "Write why you take it back."),
});
