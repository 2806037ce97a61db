/** PROOF-4: stores the pictures of a deed. They arrive one by one after the deed. Each picture is encoded again. */
import { and, eq } from "drizzle-orm";
import { MAX_PROOF_PICTURES, PROOF_PICTURES, type ProofPicture } from "../../domain/proof.ts";
import { bookings, proofPictures, proofs } from "../../platform/db/schema.ts";
import { cleanProof } from "../../platform/files/clean-proof.server.ts";
import type { Services } from "../../platform/services.server.ts";

export type PictureOfDeed = {
  deedId: string;
  /** The picture's number within its deed, from 1. The phone chooses the number before taking the picture. */
  number: number;
  kind: ProofPicture;
};

type Stored =
  | { ok: true; seen: boolean; codes: string[] }
  /** After `unknown_deed` or `busy` the phone sends the picture again later. After `bad_picture` the phone gives up. */
  | { ok: false; reason: "unknown_deed" | "busy" | "bad_picture"; text: string };

const keyOf = ({ deedId, number }: PictureOfDeed) => `proof-${deedId}-${number}.webp`;

/**
 * Stores a picture of a reported deed: at most 1280 px and 120 KB, without the camera's metadata. A repeated
 * picture is not stored twice. The caller must first check that the deed is the rider's own, and afterwards
 * publish the topics of the bookings in `codes`. Throws FileNotStored if the storage is full now.
 */
export async function storeProofPicture(
  services: Pick<Services, "db" | "files" | "now">,
  picture: PictureOfDeed,
  bytes: Uint8Array,
  account: string,
): Promise<Stored> {
  const { db, files, now } = services;
  const { deedId, number, kind } = picture;
  if (
    !Number.isInteger(number) ||
    number < 1 ||
    number > MAX_PROOF_PICTURES ||
    !PROOF_PICTURES.includes(kind)
  )
    return { ok: false, reason: "bad_picture", text: "There is no such picture of a deed." };
  const of = await db
    .select({ code: bookings.trackingCode, forgottenAt: proofs.forgottenAt })
    .from(proofs)
    .innerJoin(bookings, eq(bookings.id, proofs.bookingId))
    .where(eq(proofs.deedId, deedId));
  if (of.length === 0) return { ok: false, reason: "unknown_deed", text: "This deed has not arrived yet." };
  const codes = of.map(({ code }) => code);
  const [known] = await db
    .select({ id: proofPictures.id })
    .from(proofPictures)
    .where(and(eq(proofPictures.deedId, deedId), eq(proofPictures.number, number)));
  // If the picture is already stored, or its proofs are erased, the picture counts as accepted. The phone then deletes
  // its copy.
  if (known || of.every(({ forgottenAt }) => forgottenAt)) return { ok: true, seen: true, codes };
  const clean = await cleanProof(bytes, account);
  if (!clean.ok) return { ok: false, reason: clean.busy ? "busy" : "bad_picture", text: clean.error };
  const key = keyOf(picture);
  await files.put(key, clean.picture, "image/webp");
  const written = await db
    .insert(proofPictures)
    .values({ deedId, number, kind, key, receivedAt: now() })
    .onConflictDoNothing()
    .returning({ id: proofPictures.id });
  return { ok: true, seen: written.length === 0, codes };
}
