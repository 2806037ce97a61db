/** The schemas of the forms about runs. */
import * as z from "zod";
import { MAX_PIECES } from "../../domain/custody.ts";
import { missingForFailed, STAFF_REASONS } from "../../domain/failure-reasons.ts";
import { MAX_PROOF_NOTE, MAX_TAKER_NAME } from "../../domain/proof.ts";
import { INCIDENT_KINDS, RUN_KINDS } from "../../domain/run.ts";
import { parseNaira } from "../../domain/money.ts";
import { COLLECTION_REASONS } from "../../domain/settlement.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { ALWAYS, optionalKobo, optionalText, plainField, uuidField } from "../../platform/http/fields.ts";
import { optionalPhoneField } from "../../platform/http/phone-field.ts";
import { seenFields } from "../../platform/http/seen-field.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { deedFields } from "./deed-time.ts";

const orNull = z
  .string()
  .default("")
  .refine((id) => id === "" || isUuid(id), "Choose one from the list")
  .transform((id) => id || null);
const version = z.coerce.number().int().positive().max(2_000_000_000);

const DRIVER_PHONE = "Enter the driver's phone: we call it when the bus is late";
const driver = {
  driverName: optionalText(80),
  driverPhone: optionalPhoneField("Enter a real phone number, e.g. 0803 123 4567"),
  plate: plainField().max(20, "Keep this under 20 characters").default(""),
  fee: optionalKobo.default(0),
};

export const newRunForm = z
  .object({
    kind: z.enum(RUN_KINDS, "Choose what kind of run it is"),
    day: plainField("Choose a day").refine((day) => parseLagosDay(day) !== null, "Choose a day"),
    hub: uuidField,
    toHub: orNull,
    rider: orNull,
    partner: orNull,
    ...driver,
  })
  .superRefine(({ kind, hub, toHub, rider, partner, driverPhone }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (kind === "linehaul" && !toHub) issue("toHub", "Choose the hub it goes to");
    if (kind === "linehaul" && toHub === hub) issue("toHub", "Choose another hub than the one it leaves");
    if (rider && partner) issue("partner", "Choose a rider or a partner, not both");
    if (partner && !driverPhone) issue("driverPhone", DRIVER_PHONE);
    if (kind !== "linehaul" && partner) issue("partner", "A partner takes linehauls only. Choose a rider.");
  }, ALWAYS);

/**
 * The maximum number of pieces in a form. Browsers send each ticked piece as a field `piece:<id>`, and each ticked
 * group as a field `group:…` with the ids of the group's pieces. Other programs send one field `pieces`.
 */
const MOST_PIECES = 1000;
export const NONE = "Choose at least one parcel.";
export const withPieces = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent: z.input<Schema>) => {
    if (typeof sent !== "object" || sent === null || "pieces" in sent) return sent;
    const pieces = Object.entries(sent).flatMap(([name, value]) => {
      const [is, id] = name.split(":");
      if (is === "group") return String(value).split(",").filter(isUuid);
      return is === "piece" && isUuid(id) ? [id] : [];
    });
    return { ...(sent as object), pieces: [...new Set(pieces)] };
  }, schema);
const pieces = z
  .array(uuidField, NONE)
  .min(1, NONE)
  .max(MOST_PIECES, `Choose at most ${MOST_PIECES} at once.`);

export const destinationForm = withPieces(
  z.object({ toHub: z.string().refine(isUuid, "Choose a hub"), pieces }),
);
const chosenRun = z.string("Choose a run").refine(isUuid, "Choose a run");
export const assignForm = withPieces(z.object({ run: chosenRun, pieces }));
export const loadCodeForm = z.object({
  run: uuidField,
  code: plainField("Scan a label, or type its code")
    .min(1, "Scan a label, or type its code")
    .max(200, "Keep this under 200 characters"),
  ...deedFields,
});
export const runForm = z.object({ run: uuidField, version });
/** The form that seals or closes a run. If pieces are missing or extra, a person and a reason are needed. */
export const differenceForm = runForm.extend({
  note: optionalText(300),
  person: optionalText(80),
});
export const moveStopForm = z.object({
  run: uuidField,
  stop: z.coerce.number().int().positive(),
  to: z.coerce.number().int().positive(),
});
const chosenToRun = z.string("Choose a run").refine(isUuid, "Choose a run");
const toAnother = ({ run, toRun }: { run: string; toRun: string }) => run !== toRun;
const ANOTHER = { path: ["toRun"], error: "Choose another run" };
/** The form that moves pieces to another run: the chosen pieces, or all pieces still on the first run. */
export const moveForm = withPieces(
  z
    .object({ run: uuidField, toRun: chosenToRun, pieces: z.array(uuidField).max(MOST_PIECES) })
    .refine(toAnother, ANOTHER),
);
export const moveChosenForm = withPieces(
  z.object({ run: uuidField, toRun: chosenToRun, pieces }).refine(toAnother, ANOTHER),
);
/** PROOF-5: the reason for a missing PIN. */
const noPin = optionalText(MAX_PROOF_NOTE);
const proofFields = {
  note: optionalText(MAX_TAKER_NAME),
  pin: plainField()
    .default("")
    .transform((text) => text.replace(/\s/g, ""))
    .refine((text) => text === "" || /^\d{4}$/.test(text), "Enter the four digits of the PIN"),
  noPin,
};
/** CASH-2: the amount that the rider collected; null if the office does not know the amount yet. */
const collected = z
  .union([optionalText(40), z.number().int().nonnegative()])
  .nullable()
  .default(null)
  .transform((amount, issue) => {
    if (typeof amount !== "string") return amount;
    if (amount === "") return null;
    const money = parseNaira(amount);
    if (money.ok) return money.kobo;
    issue.addIssue("Enter an amount in naira, e.g. 12500 or 12500.50");
    return z.NEVER;
  });
const moneyFields = {
  collected,
  /**
   * CASH-9: the part of the collected amount that was paid by bank transfer. Dispatch confirms that the transfer
   * arrived.
   */
  transferred: collected,
  less: z
    .enum(COLLECTION_REASONS)
    .or(z.literal("").transform(() => null))
    .nullable()
    .default(null),
};
export const deliveredForm = withPieces(
  z.object({ run: uuidField, pieces, ...proofFields, ...moneyFields, ...deedFields, ...seenFields }),
);
export const attemptedForm = withPieces(
  z
    .object({
      run: uuidField,
      pieces,
      reason: z.enum(STAFF_REASONS, "Choose why it was not delivered"),
      note: optionalText(300),
      /** PROOF-5: the time of day at which the rider called the receiver. */
      calledAt: plainField()
        .default("")
        .refine((text) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "Enter a time, e.g. 14:08"),
      ...deedFields,
      ...seenFields,
    })
    .superRefine(({ reason, note }, context) => {
      for (const [field, message] of Object.entries(missingForFailed(reason, note) ?? {}))
        context.addIssue({ code: "custom", path: [field], message });
    }, ALWAYS),
);
/**
 * The entry of the office for all pieces of a receiver at a stop for which nothing was entered yet. `booking`: one of
 * this receiver's bookings; needed if the stop has several receivers.
 */
export const stopForm = z.object({
  run: uuidField,
  stop: z.coerce.number().int().positive(),
  booking: uuidField.optional(),
  ...proofFields,
  ...moneyFields,
  ...deedFields,
});
/**
 * 'All others delivered': applies to all pieces of the run for which nothing was entered yet. `count`: how many pieces
 * the page showed.
 */
export const restForm = z.object({
  run: uuidField,
  count: z.coerce.number().int().positive(),
  noPin,
  /** 'on' if the whole amount due was collected. */
  allCollected: z.literal("on").or(z.literal("")).default(""),
  ...deedFields,
});
export const undoEntryForm = z.object({ run: uuidField, event: z.coerce.number().int().positive() });
/**
 * How many pieces of a booking the rider picked up. If more or fewer pieces were booked, `difference` says whether to
 * correct the booking or to open exceptions.
 */
export const countPickupForm = z.object({
  run: uuidField,
  booking: uuidField,
  collected,
  transferred: collected,
  count: plainField("Enter how many pieces the rider took")
    .regex(/^\d{1,3}$/, "Enter how many pieces the rider took")
    .transform(Number)
    .or(z.number().int())
    .refine((count) => count >= 1 && count <= MAX_PIECES, `Enter a number from 1 to ${MAX_PIECES}`),
  difference: z.enum(["", "correct", "record"]).default(""),
  ...deedFields,
  ...seenFields,
});
export const incidentForm = z.object({
  run: uuidField,
  incident: z.enum(INCIDENT_KINDS, "Choose what happened"),
  note: optionalText(300),
  ...deedFields,
  ...seenFields,
});
export const handOverRunForm = z.object({
  run: uuidField,
  rider: z.string("Choose a rider").refine(isUuid, "Choose a rider"),
});
export const choosePartnerForm = z
  .object({
    run: uuidField,
    partner: z.string("Choose a partner").refine(isUuid, "Choose a partner"),
    ...driver,
  })
  .refine(({ driverPhone }) => driverPhone !== null, {
    path: ["driverPhone"],
    error: DRIVER_PHONE,
    ...ALWAYS,
  });
