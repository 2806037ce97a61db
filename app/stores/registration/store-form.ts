/** OWNER-1: the schema of a store, for registration and settings. Pure. */
import * as z from "zod";
import { emailField, foldEmail, nameText, requiredText, plainField } from "../../platform/http/fields.ts";
import { toNumber } from "../../platform/http/phone-field.ts";
import { STORE_CATEGORIES } from "../../domain/store-categories.ts";

const NAME = "Store name must be at least 3 characters";
const EMAIL = "Please enter a valid email address";
const PHONE = "Please enter a valid phone number";
const ADDRESS = "Please enter your complete address";
const DESCRIPTION = "Please provide a short description of your store";

export const storeForm = z.object({
  storeName: nameText(NAME, 80).min(3, NAME),
  email: emailField(EMAIL).toLowerCase(),
  phone: plainField(PHONE)
    .max(40, PHONE)
    // A number that begins with + may have fewer than 10 characters, because small countries have shorter numbers.
    .refine((text) => text.length >= 10 || text.startsWith("+"), PHONE)
    .transform(toNumber(PHONE)),
  address: requiredText(ADDRESS, 300).min(5, ADDRESS),
  description: requiredText(DESCRIPTION, 600).min(10, DESCRIPTION),
  category: z.enum(STORE_CATEGORIES, "Choose the category that fits your store best"),
});
export type StoreForm = z.infer<typeof storeForm>;

/** Returns the columns of a store from a validated form. `phone` is in E.164. */
export const storeColumns = (
  { storeName, category, email, address, description }: StoreForm,
  phone: string,
) => ({
  businessName: storeName,
  category,
  email: foldEmail(email),
  phone,
  address,
  description,
});
