/**
 * API-2: the schemas of requests and responses by their names in the document. They have no transforms, so that each
 * can be written as JSON Schema. Fields are only added.
 */
import * as z from "zod";
import { DELIVERY_TYPES } from "../../domain/booking.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { KEY_MODES, TEST_SPEEDS } from "../../domain/api-keys.ts";
import { MAX_PIECES } from "../../domain/custody.ts";
import { PAYS_DELIVERY } from "../../domain/pays-delivery.ts";
import { readCursor } from "../../platform/http/keyset.ts";

/** The registered schemas. Their ids are the component names in the document. */
export const apiSchemas = z.registry<{ id: string; title?: string; description?: string }>();

export const named = <Schema extends z.ZodType>(id: string, schema: Schema, description?: string): Schema => {
  apiSchemas.add(schema, { id, ...(description && { description }) });
  return schema;
};

const MAX_KOBO = 100_000_000_000;
export const PARCEL_TYPES = ["document", "parcel", "box", "electronics", "fragile"] as const;

export const money = named(
  "Money",
  z.strictObject({
    amount: z.int().min(0).max(MAX_KOBO).describe("Kobo: 125000 is ₦1,250."),
    currency: z.literal("NGN"),
  }),
  "An amount in kobo.",
);
export type ApiMoney = z.infer<typeof money>;
export const kobo = (amount: number | null): ApiMoney | null =>
  amount === null ? null : { amount, currency: "NGN" };

export const instant = z.iso.datetime().describe("UTC, RFC 3339.");
export const day = z.iso.date().describe("A day in Lagos.");

const WRONG_NAME = "must have a name of 1 to 40 letters, digits, dots, dashes or underscores.";
const metadata = named(
  "Metadata",
  z
    .record(z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, WRONG_NAME), z.string().max(500))
    .refine((pairs) => Object.keys(pairs).length <= 20, "must have at most 20 pairs.")
    .meta({ maxProperties: 20 }),
  "Up to 20 pairs of text that you get back as you sent them.",
);

/** The shop's order number. */
const reference = z
  .string()
  .regex(
    /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/,
    "must be 1 to 100 printable characters, none of them a space at an end.",
  )
  .describe("Your number of the order. It is unique: a second booking with it is refused.");

const party = {
  name: z.string().max(200),
  phone: z.string().max(60).describe("Any spelling; it is given back in E.164."),
  address: z.string().max(800).describe("Street, area, town and state in one text."),
  state: z
    .string()
    .max(60)
    .optional()
    .describe("One of the 36 states or FCT. Left out, it is read from the address."),
  state_confirmed: z
    .boolean()
    .optional()
    .describe("True if the state is right although the address names another one."),
};

const newParcel = z.strictObject({
  description: z.string().max(600),
  share_description: z.boolean().optional().describe("True if whoever has the tracking code may read it."),
  weight_kg: z.number().positive().max(10_000),
  type: z.enum(PARCEL_TYPES).optional(),
  pieces: z.int().min(1).max(MAX_PIECES).optional(),
  declared_value: money.optional(),
});

export const apiNewBooking = named(
  "NewBooking",
  z.strictObject({
    reference: reference.optional(),
    service: z.enum(DELIVERY_TYPES),
    sender: z.strictObject({ ...party, email: z.string().max(254) }),
    receiver: z.strictObject({ ...party, email: z.string().max(254).nullable().optional() }),
    parcel: newParcel,
    pays_delivery: z
      .enum(PAYS_DELIVERY)
      .optional()
      .describe("The key of a business books on its `account`, unless you say otherwise; no other key may."),
    cost_centre: z
      .string()
      .max(60)
      .optional()
      .describe("Keys of a business only: the text by which it sorts its costs."),
    collect: money.optional().describe("The amount to collect from the receiver for the goods."),
    drop_off_hub: z.string().max(40).optional().describe("The id of the hub to which the parcel is brought."),
    may_look_inside: z.boolean().optional(),
    metadata: metadata.optional(),
    test_speed: z
      .enum(TEST_SPEEDS)
      .optional()
      .describe("Test keys only. `at_once`: the parcel of a test phone goes its whole way at once."),
  }),
);
export type NewApiBooking = z.infer<typeof apiNewBooking>;

/** The most bookings in one request (API-6). */
export const MOST_IN_API_BATCH = 500;

export const newBatch = named(
  "NewBatch",
  z.strictObject({
    bookings: z
      .array(z.unknown())
      .min(1)
      .max(MOST_IN_API_BATCH)
      .describe("Each one like the body of one booking."),
  }),
);

const shownParty = z.strictObject({
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  address: z.string(),
  town: z.string().nullable(),
  state: z.string(),
});

export const booking = named(
  "Booking",
  z.strictObject({
    code: z.string().describe("The tracking code."),
    reference: z.string().nullable(),
    mode: z.enum(KEY_MODES),
    status: z.enum(BOOKING_STATUSES),
    reason: z
      .strictObject({ code: z.enum(FAILURE_REASONS), text: z.string() })
      .nullable()
      .describe("Why it failed, in a code and in public words."),
    service: z.enum(DELIVERY_TYPES),
    promised_day: day.describe("The last day of the delivery, as it is promised now."),
    late: z.boolean(),
    created_at: instant,
    updated_at: instant,
    delivered_at: instant.nullable(),
    price: money
      .nullable()
      .describe("Null until it is set, and for the key of a clerk of a business, who sees no money."),
    paid: money.nullable().describe("Null for the key of a clerk of a business."),
    collect: money.nullable(),
    pays_delivery: z.enum(PAYS_DELIVERY),
    cost_centre: z.string().nullable(),
    sender: shownParty,
    receiver: shownParty,
    parcel: z.strictObject({
      description: z.string(),
      weight_kg: z.number(),
      type: z.enum(PARCEL_TYPES),
      pieces: z.int(),
      declared_value: money.nullable(),
    }),
    tracking_url: z.url(),
    metadata: z.record(z.string(), z.string()),
  }),
);
export type ApiBooking = z.infer<typeof booking>;

export const listSchema = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("Send it as `cursor` for the next page."),
  });
export const bookingList = named("BookingList", listSchema(booking));

export const batchResult = named(
  "BatchResult",
  z.strictObject({
    results: z.array(
      z.strictObject({
        index: z.int().describe("The place in what was sent, from 0."),
        status: z.int().describe("The status that the booking would have had alone."),
        booking: booking.nullable(),
        replayed: z.boolean(),
        problem: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    booked: z.int(),
    refused: z.int(),
  }),
);

export const problemShape = named(
  "Problem",
  z.looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().describe("A stable word for programs."),
    detail: z.string().describe("A sentence that helps."),
    errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })).optional(),
    request_id: z.string(),
  }),
  "A problem by RFC 9457.",
);

/** The query of a list. A wrong cursor is refused: with page 1 instead, a program would read it again and again. */
const page = (isCursor: (text: string) => boolean) => ({
  limit: z.coerce.number().int().min(1).max(100).optional().describe("1 to 100 rows; 20 if it is left out."),
  cursor: z
    .string()
    .max(200)
    .refine(isCursor, "is no cursor of this list. Send the next_cursor of the page before, unchanged.")
    .optional()
    .describe("The next_cursor of the page before."),
});
const isNewestCursor = (text: string): boolean => readCursor(text) !== null;
/** True for the cursor of a list of events. It is the number of an event. */
const isEventCursor = (text: string): boolean => /^\d{1,15}$/.test(text);

export const bookingQuery = z.strictObject({
  ...page(isNewestCursor),
  status: z.enum(BOOKING_STATUSES).optional().describe("Only bookings with this status."),
  since: z.iso.datetime({ offset: true }).optional().describe("Only bookings made then or later."),
  reference: z.string().max(100).optional().describe("Only the booking with your order's number."),
});
export const eventQuery = z.strictObject(page(isEventCursor));
export const deliveryQuery = z.strictObject(page(isNewestCursor));
export const labelQuery = z.strictObject({
  codes: z.string().min(1).max(4000).describe("Tracking codes, with commas between them."),
});
