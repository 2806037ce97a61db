/** The schemas of the forms about runs. */
import * as z from "zod";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { INCIDENT_KINDS, RUN_KINDS } from "../../domain/run.ts";
import { parseLagosDay } from "../../domain/dates.ts";
import { optionalKobo, optionalText, uuidField } from "../../platform/http/fields.ts";
import { optionalPhoneField } from "../../platform/http/phone-field.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { deedFields } from "./deed-time.ts";

const orNull = z
  .string()
  .trim()
  .default("")
  .refine((id) => id === "" || isUuid(id), "Choose one from the list")
  .transform((id) => id || null);
const version = z.coerce.number().int().positive().max(2_000_000_000);

export const newRunForm = z
  .object({
    kind: z.enum(RUN_KINDS, "Choose what kind of run it is"),
    day: z.string("Choose a day").refine((day) => parseLagosDay(day) !== null, "Choose a day"),
    hub: uuidField,
    toHub: orNull,
    rider: orNull,
    partner: orNull,
    driverName: optionalText(80),
    driverPhone: optionalPhoneField("Enter a real phone number, e.g. 0803 123 4567"),
    plate: optionalText(20),
    fee: optionalKobo.default(0),
  })
  .superRefine(({ kind, hub, toHub, rider, partner, driverPhone }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (kind === "linehaul" && !toHub) issue("toHub", "Choose the hub it goes to");
    if (kind === "linehaul" && toHub === hub) issue("toHub", "Choose another hub than the one it leaves");
    if (rider && partner) issue("partner", "Choose a rider or a partner, not both");
    if (partner && !driverPhone)
      issue("driverPhone", "Enter the driver's phone: we call it when the bus is late");
    if (kind !== "linehaul" && partner) issue("partner", "A partner takes linehauls only. Choose a rider.");
  });

/** The ticked pieces of a form are its fields `piece:<id>`, and those of a ticked `group:` its value; a program sends `pieces`. */
const MOST_PIECES = 1000;
const NONE = "Choose at least one parcel.";
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
export const loadForm = withPieces(z.object({ run: uuidField, pieces, ...deedFields }));
export const runForm = z.object({ run: uuidField, version });
/** Where something is missing or extra, somebody says why and who. */
export const differenceForm = runForm.extend({
  note: optionalText(300),
  person: optionalText(80),
});
export const moveStopForm = z.object({
  run: uuidField,
  stop: z.coerce.number().int().positive(),
  to: z.coerce.number().int().positive(),
});
export const deliveredForm = withPieces(
  z.object({ run: uuidField, pieces, note: optionalText(200), ...deedFields }),
);
export const attemptedForm = withPieces(
  z.object({
    run: uuidField,
    pieces,
    reason: z.enum(FAILURE_REASONS, "Choose why it was not delivered"),
    note: optionalText(300),
    ...deedFields,
  }),
);
export const incidentForm = z.object({
  run: uuidField,
  incident: z.enum(INCIDENT_KINDS, "Choose what happened"),
  note: optionalText(300),
  ...deedFields,
});
export const handOverRunForm = z.object({ run: uuidField, rider: uuidField });
