/** API-7: the proof of a delivery, for the key's owner. */
import { eq } from "drizzle-orm";
import { apiClient } from "../../access/by.server.ts";
import { pictureResponse } from "../../parcels/proof/proof-of-parcel.server.ts";
import { readProofs } from "../../parcels/proof/read-proofs.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { API_PATH } from "./api-path.ts";
import { findApiBooking } from "./api-booking.server.ts";
import { ofCode, readByApi } from "./bookings.server.ts";
import { endpoint } from "./endpoint.ts";
import { refuse } from "./messages.ts";
import { problem, refused } from "./problem.ts";
import { proofList } from "./answer-schemas.ts";

/** Reads the delivery proofs of a booking as the sender sees them: without flags and names of staff. */
export const readProofsByApi = reading({
  name: "bookings.read_proof_by_api",
  by: apiClient("read"),
  input: ofCode,
  read: async ({ services: { db }, actor }, { code }) => {
    const booking = await findApiBooking(db, actor, code);
    if (!booking) return refuse("not_found", "unknown_booking");
    return { ok: true as const, proofs: await readProofs(db, booking.id) };
  },
});

const proofs = endpoint({
  method: "get",
  path: "/bookings/{code}/proof",
  id: "getProof",
  tag: "Bookings",
  summary: "Read who took a parcel, and how that was proven",
  access: "read",
  problems: [404],
  success: { status: 200, schema: proofList, text: "The proofs, oldest first; none before the delivery." },
  handle: async ({ services, caller, path }) => {
    const found = await readProofsByApi.receive(services, caller, path, "");
    if (!found.ok) return refused(found);
    const here = `${services.origin}${API_PATH}/bookings/${path["code"]}/proof`;
    return {
      status: 200,
      json: {
        data: found.proofs.map(({ id, kind, takenBy, pinState, pieces, occurredAt, pictures }) => ({
          id: String(id),
          kind,
          taken_by: takenBy,
          pin: pinState ?? "none",
          pieces,
          occurred_at: occurredAt.toISOString(),
          pictures: pictures
            .filter(({ there }) => there)
            .map((picture) => ({ id: picture.id, kind: picture.kind, url: `${here}/${picture.id}` })),
        })),
      },
    };
  },
});

const picture = endpoint({
  method: "get",
  path: "/bookings/{code}/proof/{picture}",
  id: "getProofPicture",
  tag: "Bookings",
  summary: "Download a picture of a proof",
  access: "read",
  problems: [404],
  success: { status: 200, media: "image/webp", text: "The picture." },
  handle: async ({ services, caller, path }) => {
    const found = await readByApi.receive(services, caller, path, "");
    if (!found.ok) return refused(found);
    const response = await pictureResponse(services, eq(bookings.id, found.row.id), path["picture"] ?? "");
    if (response.status !== 200) return problem(404, "not_found", "There is no such picture.");
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: 200, bytes, type: response.headers.get("Content-Type") ?? "image/webp", name: "proof" };
  },
});

export const PROOF_ENDPOINTS = [proofs, picture];
