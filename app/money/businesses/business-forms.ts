/** BUSINESS-1 to BUSINESS-9: schemas of the forms about businesses. Naira become kobo, percent become per mille. */
import * as z from "zod";
import { BUSINESS_METHODS, MEMBER_ROLES, TERMS_DAYS } from "../../domain/business.ts";
import {
  emailField,
  foldEmail,
  koboField,
  nameText,
  optionalKobo,
  referenceField,
  requiredText,
  plainField,
  textOrNull,
  typedNumber,
  uuidField,
} from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";

const email = (missing: string) => emailField(missing).transform(foldEmail);

/** BUSINESS-1: the facts of a business, from the applicant or from staff who open the account. */
export const businessForm = z.object({
  name: nameText("Enter the name of the business", 120),
  rcNumber: plainField()
    .max(20, "That number is too long")
    .default("")
    .nullable()
    .transform((text) => text || null),
  tin: plainField()
    .max(20, "That number is too long")
    .default("")
    .nullable()
    .transform((text) => text || null),
  address: requiredText("Enter the address of the business", 400),
  phone: phoneField("Enter a phone number"),
  email: email("Enter the email address for invoices"),
});

const DISCOUNT = "Enter a number of percent from 0 to 90, e.g. 7.5";
const perMille = typedNumber(DISCOUNT, z.number(DISCOUNT).min(0, DISCOUNT).max(90, DISCOUNT), 0).refine(
  (percent) => Number.isInteger(Math.round(percent * 1000) / 100),
  "Give at most one decimal",
);

const ROWS_A_DAY = "Enter a number of parcels from 0 to 100,000";

const ofBusiness = z.object({ id: uuidField });
const version = z.coerce.number().int().min(0);

export const businessTermsForm = ofBusiness.extend({
  version,
  termsDays: z.coerce.number().pipe(
    z.union(
      TERMS_DAYS.map((days) => z.literal(days)),
      "Choose 7, 14 or 30 days",
    ),
  ),
  limit: optionalKobo,
  graceDays: typedNumber(
    "Enter a number of days from 0 to 90",
    z
      .number("Enter a number of days from 0 to 90")
      .int()
      .min(0)
      .max(90, "Enter a number of days from 0 to 90"),
    0,
  ),
  rowsADay: typedNumber(
    ROWS_A_DAY,
    z.number(ROWS_A_DAY).int(ROWS_A_DAY).min(0).max(100_000, ROWS_A_DAY),
    2000,
  ).default(2000),
});
/** BUSINESS-4: the discount of a business, in percent. */
export const agreementForm = ofBusiness.extend({ discount: perMille });
export const approveForm = ofBusiness;
export const refuseForm = ofBusiness.extend({ reason: requiredText("Say why, for the applicant", 300) });
export const openForm = businessForm.extend({ owner: email("Enter the email address of the owner") });

export const inviteForm = z.object({
  email: email("Enter the email address of the person"),
  role: z.enum(MEMBER_ROLES, "Choose a role"),
});
export const memberForm = z.object({ userId: uuidField });
export const roleForm = memberForm.extend({ role: z.enum(MEMBER_ROLES, "Choose a role") });
export const inviteIdForm = z.object({ inviteId: uuidField });

/** BUSINESS-6: the business to invoice. The invoice has all charges up to now. */
export const invoiceForm = ofBusiness;
/** BUSINESS-8: money that a business sent. */
export const moneyForm = ofBusiness.extend({
  amount: koboField,
  method: z.enum(BUSINESS_METHODS, "Choose how it was paid"),
  reference: referenceField,
  note: textOrNull(200),
});
/** BUSINESS-8: staff's note on how they resolved a payment in another currency. */
export const onlineProblemForm = ofBusiness.extend({
  problemId: uuidField,
  note: requiredText("Write what you did.", 300),
});
export const reverseMoneyForm = ofBusiness.extend({
  entry: z.coerce.number().int().positive(),
  reason: requiredText("Say why it is reversed", 200),
});
