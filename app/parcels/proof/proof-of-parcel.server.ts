/** PROOF-6: reads the data and pictures of a proof's page. The route must first check the reader's access. */
import { eq, type SQL } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ProofOfParcel } from "./proof-sheet.tsx";
import { pictureKeyOf, readProofs } from "./read-proofs.server.ts";

/** Selects a booking by its code, for readers who may see every booking. */
export const byCode = (code: string): SQL => eq(bookings.trackingCode, code);

/** Reads the data of a proof's page. Null if `which` selects no booking. `page` is the URL of the page. */
export async function readProofOf(
  { db }: Pick<Services, "db">,
  which: SQL,
  { page, forStaff }: { page: string; forStaff: boolean },
): Promise<ProofOfParcel | null> {
  const [row] = await db.select().from(bookings).where(which);
  if (!row) return null;
  const all = await readProofs(db, row.id);
  return {
    code: row.trackingCode,
    pieces: row.pieces,
    from: row.senderTown ?? row.senderState,
    to: row.receiverTown ?? row.receiverState,
    // Only staff see the flags and the names of the members of staff.
    proofs: forStaff ? all : all.map((proof) => ({ ...proof, flags: [], byName: "" })),
    pictures: page,
    forStaff,
  };
}

/**
 * Returns a response with a picture, which browsers must not cache. The response is 404 if the picture was deleted or
 * belongs to another booking.
 */
export async function pictureResponse(
  { db, files }: Pick<Services, "db" | "files">,
  which: SQL | null,
  pictureId: string,
): Promise<Response> {
  const [row] =
    which && isUuid(pictureId) ? await db.select({ id: bookings.id }).from(bookings).where(which) : [];
  const key = row ? await pictureKeyOf(db, row.id, pictureId) : null;
  const bytes = key ? await files.get(key) : null;
  const headers = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
  };
  if (!bytes)
    return new Response("There is no such picture.", {
      status: 404,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "Content-Type": "image/webp", "Content-Length": String(bytes.byteLength) },
  });
}
