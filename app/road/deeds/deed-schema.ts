/**
 * DEED-1: the schemas of a phone's request. The types of the protocol (protocol.ts) come from these schemas.
 * The envelope of a deed is read before its content. A deed with a valid envelope is never lost, even if this
 * release cannot read the content. Unknown fields are dropped. Pure.
 */
import * as z from "zod";
import { MAX_LANDMARK } from "../../domain/consents.ts";
import { MOST_DEEDS } from "../../domain/deeds.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { plainSigns, plainText } from "../../text/plain-text.ts";
import { MAX_PROOF_PICTURES, PROOF_PICTURES } from "../../domain/proof.ts";
import { INCIDENT_KINDS } from "../../domain/run.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";

/** A text from a phone. A long text is cut instead of refused, so that the deed is not lost. */
const text = (most: number) =>
  z
    .string()
    .transform((said) => plainText(said.slice(0, most)))
    .catch("")
    .default("");
const textOrNull = (most: number) => text(most).transform((said) => said || null);
const ms = z.number().min(-8.64e15).max(8.64e15).transform(Math.round);
const kobo = z.number().int().min(0).max(100_000_000_000);
/** How a phone names a piece: by its id in the run, or by the scanned code of its label or sticker. */
export type PieceRef = string;
const piece = plainField().min(3).max(60);
const somePieces = z.array(piece).min(1).max(500);

/** The phone's clock and monotonic clock. `boot`: a random id, new whenever the monotonic clock restarts. */
export type PhoneClock = z.output<typeof clock>;
const clock = z.object({ at: ms, mono: ms, boot: z.string().max(60) });

export type ProofGiven = z.output<typeof given>;
const given = z.object({
  /** The PIN as typed, four digits. The server checks it when the deed arrives, and never stores it. */
  pin: plainField()
    .regex(/^\d{4}$/)
    .nullable()
    .catch(null),
  noPin: z.boolean().catch(false),
  name: textOrNull(100),
  /** The pictures that the phone sends after the deed, numbered from 1 to 3. */
  pictures: z
    .array(
      z.object({ number: z.number().int().min(1).max(MAX_PROOF_PICTURES), kind: z.enum(PROOF_PICTURES) }),
    )
    .max(MAX_PROOF_PICTURES)
    .catch([]),
  /** The phone's position; null without the rider's consent. */
  position: z
    .object({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      accuracyM: z.number().min(0).max(1e7),
    })
    .nullable()
    .catch(null),
  /** The rider's description of the place, such as 'beside the green gate'. */
  landmark: textOrNull(MAX_LANDMARK),
  /** The time at which the rider called the receiver, by the phone's clock; null without a call. */
  calledAt: ms.nullable().catch(null),
});
const proof = given.catch(() => given.parse({}));

export type MoneyOfDeed = z.output<typeof took>[number];
const took = z
  .array(
    z.object({
      booking: uuidField,
      /**
       * The amounts that the phone showed. If `takenKobo` is lower and nobody agreed, the deed is flagged, even if
       * dispatch has changed the amounts since.
       */
      shown: z.object({ deliveryKobo: kobo, codKobo: kobo }),
      takenKobo: kobo,
      method: z.enum(["cash", "transfer"]),
      /** The person who agreed to less than the shown amount, at the sender's or at dispatch. */
      agreedBy: textOrNull(100),
    }),
  )
  .max(100)
  .default([]);

const reason = z.enum(FAILURE_REASONS);
export type AtDoor = z.output<(typeof atDoor)[number]>;
const atDoor = [
  z.object({
    kind: z.literal("delivered"),
    /** The pieces that the receiver accepted. Each piece in `refused` counts as a failed attempt. */
    pieces: somePieces,
    refused: z
      .array(z.object({ piece, reason, note: text(300) }))
      .max(500)
      .default([]),
    took,
    proof,
    note: text(200),
  }),
  z.object({ kind: z.literal("attempted"), pieces: somePieces, reason, note: text(300), proof }),
  z.object({
    kind: z.literal("picked_up"),
    pieces: somePieces,
    /** The bookings for which the rider counted another number of pieces than booked, with the counted number. */
    counted: z
      .array(z.object({ booking: uuidField, pieces: z.number().int().min(0).max(1000) }))
      .max(100)
      .default([]),
    stickers: z
      .array(z.object({ piece, sticker: piece }))
      .max(500)
      .catch([])
      .optional(),
    kg: z.number().positive().max(10_000).nullable().catch(null),
    took,
    note: text(200),
  }),
] as const;

const person = z.object({ name: text(100), phone: text(40).transform(plainSigns) });
const pieces = somePieces;
export type Did = z.output<typeof didSchema>;
export const didSchema = z.discriminatedUnion("kind", [
  ...atDoor,
  z.object({
    kind: z.literal("picked_up_unbooked"),
    sticker: plainField().min(3).max(60),
    sender: person,
    receiver: person.extend({ place: text(300) }),
    kg: z.number().positive().max(10_000).nullable().catch(null),
    pieces: z.number().int().min(1).max(50).catch(1),
    takenKobo: kobo.catch(0),
    note: text(300),
  }),
  /** A hand-over to a hub. The rider's report alone does not move a piece: it moves once the hub scans it. */
  z.object({ kind: z.literal("handed_to_hub"), hub: uuidField, pieces }),
  /** A hand-over between riders. The piece changes hands once both riders have reported the hand-over. */
  z.object({ kind: z.literal("handed_to_rider"), rider: uuidField, pieces }),
  z.object({ kind: z.literal("received_from_rider"), rider: uuidField, pieces }),
  z.object({ kind: z.literal("incident"), incident: z.enum(INCIDENT_KINDS), note: text(300) }),
  /** PICKUP-3: the rider visited a regular pickup, and took `taken` parcels. */
  z.object({
    kind: z.literal("regular_visited"),
    stop: uuidField,
    taken: z.number().int().min(0).max(1000),
  }),
  /** Asks dispatch to confirm a bank transfer. The answer of dispatch is in `DayParcel.transfer`. */
  z.object({ kind: z.literal("transfer_asked"), booking: uuidField, kobo }),
  z.object({ kind: z.literal("undo"), of: uuidField }),
  /** Undoes the deed `of`, and replaces it with the deed `to`. */
  z.object({ kind: z.literal("corrected"), of: uuidField, to: z.discriminatedUnion("kind", [...atDoor]) }),
]);

/** The phone's clocks when the last response came. `lead`: the server's clock minus the phone's clock. */
export type KnownLead = z.output<typeof known>;
const known = clock.extend({ lead: ms });

export const envelopeSchema = z.object({
  /** A UUID. A deed that is sent again has the same id, and counts only once. */
  id: uuidField,
  /** The deed's number on this phone. The numbers start at 1 and have no gaps. */
  seq: z.number().int().min(0).max(2_000_000_000),
  v: z.number().int().min(1).max(1_000_000),
  /** The value of `RiderDay.device` when the rider did the deed. The phone may belong to another rider by now. */
  device: uuidField.nullable().catch(null),
  run: z
    .object({ id: uuidField, version: z.number().int().min(0).max(2_000_000_000).catch(0) })
    .nullable()
    .catch(null),
  clock,
  known: known.nullable().catch(null),
  did: z.looseObject({ kind: z.string().max(60) }),
});
export type Envelope = z.output<typeof envelopeSchema>;
export type Deed = Omit<Envelope, "did"> & { did: Did };

export type PhoneReport = z.output<typeof reportSchema>;
const reportSchema = z.object({
  build: text(80),
  clock,
  /**
   * `unsent`, `pictures`: how many deeds, and how many pictures, have no answer yet. Those in this request count, too.
   */
  unsent: z.number().int().min(0).max(1_000_000).catch(0),
  pictures: z.number().int().min(0).max(1_000_000).catch(0),
  /** The free storage in bytes, as the browser estimates it; null if the browser gives no estimate. */
  storageLeft: z.number().min(0).max(1e15).transform(Math.round).nullable().catch(null),
  persisted: z.boolean().nullable().catch(null),
});

/** The deeds are parsed one by one, so that an invalid deed does not affect the others. */
export const sentSchema = z.object({
  protocol: z.number().int().min(1).max(1_000_000),
  phone: reportSchema,
  deeds: z.array(z.unknown()).max(MOST_DEEDS),
});
