/** A booking, as everybody means it: its words, its form and its estimate. Pure. */
import { z } from "zod";
import { isPhone } from "../lib/phone.ts";
import { isState } from "../lib/states.ts";
import { parseWeight } from "../lib/weight.ts";
import { emailField, requiredText } from "../lib/fields.ts";

export const PACKAGE_TYPES = ["Document", "Parcel", "Box", "Electronics", "Fragile"] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

export const DELIVERY_TYPES = ["standard", "express", "same_day"] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** spec.md 2: label and promise of each delivery type. */
export const DELIVERY_TYPE_LABELS: Record<DeliveryType, { name: string; promise: string }> = {
  standard: { name: "Standard", promise: "2-3 days" },
  express: { name: "Express", promise: "next day" },
  same_day: { name: "Same Day", promise: "within city" },
};

export const DELIVERY_STATUSES = ["pending", "in_transit", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERY_STATUS_LABELS: Record<DeliveryStatus, string> = {
  pending: "Pending",
  in_transit: "In Transit",
  delivered: "Delivered",
  failed: "Failed",
};

const DAYS: Record<string, number> = { same_day: 1, express: 2, standard: 4 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** When a delivery booked at `at` is expected: decisions.md 2 (same day 1 day, express 2, standard 4, anything else 3). */
export function estimatedDelivery(deliveryType: string, at: Date): Date {
  return new Date(at.getTime() + (DAYS[deliveryType] ?? 3) * DAY_MS);
}

/** A tracking code as typed: any case, spaces and dashes allowed (decisions.md 3). */
export function normaliseTrackingCode(typed: string): string {
  return typed.replace(/[\s\-‐-―.]+/g, "").toUpperCase();
}

/** The code in groups that a person can read aloud: OD 4821 0973 NG. */
export function readableTrackingCode(code: string): string {
  const parts = /^(OD)(\d{4})(\d{4})(NG)$/.exec(code);
  return parts ? parts.slice(1).join(" ") : code;
}

const phone = z
  .string()
  .trim()
  .min(1, "Enter a phone number")
  .max(40, "That phone number is too long")
  .refine(
    (typed) => typed === "" || isPhone(typed),
    "Enter a real phone number, e.g. 0803 123 4567 or +44 20 7946 0958",
  );

const state = z
  .string()
  .trim()
  .refine((name) => name === "" || isState(name), "Choose a state from the list");

/** The booking form (spec.md 3 and 5). Empty states are recognised from the addresses by the operation. */
export const bookingForm = z.object({
  senderName: requiredText("Enter the sender's full name", 120),
  senderPhone: phone,
  senderEmail: emailField("Enter the sender's e-mail address"),
  senderAddress: requiredText("Enter the pickup address", 400),
  senderState: state.default(""),
  receiverName: requiredText("Enter the receiver's full name", 120),
  receiverPhone: phone,
  receiverAddress: requiredText("Enter the delivery address", 400),
  receiverState: state.default(""),
  packageDescription: requiredText("Say what is in the package", 300),
  shareDescription: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  packageWeight: z
    .string()
    .trim()
    .min(1, "Enter the weight in kilograms, e.g. 2.5")
    .refine((typed) => typed === "" || parseWeight(typed).ok, {
      error: (issue) => {
        const weight = parseWeight(String(issue.input));
        return weight.ok ? "" : weight.error;
      },
    }),
  packageType: z.enum(PACKAGE_TYPES, "Choose a package type").default("Document"),
  deliveryType: z.enum(DELIVERY_TYPES, "Choose a delivery type").default("standard"),
  referralCode: z.string().trim().max(20, "A referral code is shorter than that").default(""),
});
export type BookingForm = z.infer<typeof bookingForm>;
