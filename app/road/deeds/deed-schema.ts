/**
 * DEED-1: the schemas of a phone's requests. The envelope of a deed is read first, then its content: a deed with a valid
 * envelope is never lost, even if this release does not know its content. Unknown fields are dropped. Pure.
 */
import * as z from "zod";
import { MAX_LANDMARK } from "../../domain/consents.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { plainSigns, plainText } from "../../text/plain-text.ts";
import { MAX_PROOF_PICTURES, PROOF_PICTURES } from "../../domain/proof.ts";
import { INCIDENT_KINDS } from "../../domain/run.ts";
import { signs, uuidField } from "../../platform/http/fields.ts";
import {
  MOST_DEEDS,
  NO_PROOF,
  type Deed,
  type DeedsSent,
  type Did,
  type PhoneReport,
  type PinSent,
  type ProofGiven,
  type ShiftSent,
} from "./protocol.ts";

/** A text from a phone. A long text is cut instead of refused, so that a long note does not lose the deed. */
const text = (most: number) =>
  z
    .string()
    .transform((said) => plainText(said.slice(0, most)))
    .catch("")
    .default("");
const textOrNull = (most: number) => text(most).transform((said) => said || null);
const ms = z.number().min(-8.64e15).max(8.64e15).transform(Math.round);
const kobo = z.number().int().min(0).max(100_000_000_000);
/** A piece, by its UUID, or by the code of its label or sticker. */
const piece = signs().min(3).max(60);
const somePieces = z.array(piece).min(1).max(500);

const clock = z.object({ at: ms, mono: ms, boot: z.string().max(60) });

const proof = z
  .object({
    pin: signs()
      .regex(/^\d{4}$/)
      .nullable()
      .catch(null),
    noPin: z.boolean().catch(false),
    name: textOrNull(100),
    pictures: z
      .array(
        z.object({ number: z.number().int().min(1).max(MAX_PROOF_PICTURES), kind: z.enum(PROOF_PICTURES) }),
      )
      .max(MAX_PROOF_PICTURES)
      .catch([]),
    position: z
      .object({
        lat: z.number().min(-90).max(90),
        lng: z.number().min(-180).max(180),
        accuracyM: z.number().min(0).max(1e7),
      })
      .nullable()
      .catch(null),
    landmark: textOrNull(MAX_LANDMARK),
    calledAt: ms.nullable().catch(null),
  })
  .catch(NO_PROOF);

const took = z
  .array(
    z.object({
      booking: uuidField,
      shown: z.object({ deliveryKobo: kobo, codKobo: kobo }),
      takenKobo: kobo,
      method: z.enum(["cash", "transfer"]),
      agreedBy: textOrNull(100),
    }),
  )
  .max(100)
  .default([]);

const reason = z.enum(FAILURE_REASONS);
const atDoor = [
  z.object({
    kind: z.literal("delivered"),
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
    counted: z
      .array(z.object({ booking: uuidField, pieces: z.number().int().min(0).max(1000) }))
      .max(100)
      .default([]),
    stickers: z
      .array(z.object({ piece, sticker: piece }))
      .max(500)
      .catch([])
      .default([]),
    kg: z.number().positive().max(10_000).nullable().catch(null),
    took,
    note: text(200),
  }),
] as const;

const person = z.object({ name: text(100), phone: text(40).transform(plainSigns) });
const pieces = somePieces;
export const didSchema = z.discriminatedUnion("kind", [
  ...atDoor,
  z.object({
    kind: z.literal("picked_up_unbooked"),
    sticker: signs().min(3).max(60),
    sender: person,
    receiver: person.extend({ place: text(300) }),
    kg: z.number().positive().max(10_000).nullable().catch(null),
    pieces: z.number().int().min(1).max(50).catch(1),
    takenKobo: kobo.catch(0),
    note: text(300),
  }),
  z.object({ kind: z.literal("handed_to_hub"), hub: uuidField, pieces }),
  z.object({ kind: z.literal("handed_to_rider"), rider: uuidField, pieces }),
  z.object({ kind: z.literal("received_from_rider"), rider: uuidField, pieces }),
  z.object({ kind: z.literal("incident"), incident: z.enum(INCIDENT_KINDS), note: text(300) }),
  z.object({
    kind: z.literal("regular_visited"),
    stop: uuidField,
    taken: z.number().int().min(0).max(1000),
  }),
  z.object({ kind: z.literal("transfer_asked"), booking: uuidField, kobo }),
  z.object({ kind: z.literal("undo"), of: uuidField }),
  z.object({ kind: z.literal("corrected"), of: uuidField, to: z.discriminatedUnion("kind", [...atDoor]) }),
]) satisfies z.ZodType<Did>;

/** The envelope of a deed, which must be valid. `didSchema` reads the content. */
export const envelopeSchema = z.object({
  id: uuidField,
  seq: z.number().int().min(0).max(2_000_000_000),
  v: z.number().int().min(1).max(1_000_000),
  device: uuidField.nullable().catch(null),
  run: z
    .object({ id: uuidField, version: z.number().int().min(0).max(2_000_000_000).catch(0) })
    .nullable()
    .catch(null),
  clock,
  known: clock.extend({ lead: ms }).nullable().catch(null),
  did: z.looseObject({ kind: z.string().max(60) }),
}) satisfies z.ZodType<Omit<Deed, "did">>;
export type Envelope = z.output<typeof envelopeSchema>;

const reportSchema = z.object({
  build: text(80),
  clock,
  unsent: z.number().int().min(0).max(1_000_000).catch(0),
  pictures: z.number().int().min(0).max(1_000_000).catch(0),
  storageLeft: z.number().min(0).max(1e15).transform(Math.round).nullable().catch(null),
  persisted: z.boolean().nullable().catch(null),
}) satisfies z.ZodType<PhoneReport>;

/** The deeds are parsed one by one, so that an invalid one does not affect the others. */
export const sentSchema = z.object({
  protocol: z.number().int().min(1).max(1_000_000),
  phone: reportSchema,
  deeds: z.array(z.unknown()).max(MOST_DEEDS),
}) satisfies z.ZodType<Omit<DeedsSent, "deeds">>;

export const pinSchema = z.object({
  run: uuidField.nullable().catch(null),
  bookings: z.array(uuidField).min(1).max(100),
  pin: signs().regex(/^\d{4}$/),
}) satisfies z.ZodType<PinSent>;

export const shiftSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("begin"), pin: signs().max(20) }),
  z.object({ do: z.literal("choose"), pin: signs().max(20) }),
  z.object({ do: z.literal("end") }),
]) satisfies z.ZodType<ShiftSent>;

/** The given proof without the PIN, which is never stored. */
const withoutPin = (given: ProofGiven): ProofGiven => ({ ...given, pin: null });
