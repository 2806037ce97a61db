/** PROOF-6: reads the proofs of a booking, for the sender, the store and staff. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, not, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookings, proofPictures, proofs } from "../../platform/db/schema.ts";
import type { ShownProof } from "./shown-proof.ts";

type Reader = Pick<Db, "select">;

/**
 * Selects proofs whose act was not undone. Proofs that are older than the table of acts have an act of kind 'earlier'.
 * For these proofs, the event with the same booking, run and time must not be undone.
 */
export const isValidProof = sql`not exists (select from acts t where t.takes_back = proofs.act_id)
  and not exists (select from acts a join booking_events e on e.booking_id = proofs.booking_id
    join booking_events u on u.undoes = e.id and u.booking_id = e.booking_id
  where a.id = proofs.act_id and a.kind = 'earlier'
    and e.occurred_at = proofs.occurred_at and e.run_id is not distinct from proofs.run_id
    and e.kind in ('delivered', 'returned', 'attempted'))`;

/** True for proofs of a return: the sender took the parcel back. For acts of kind 'earlier' see `isValidProof`. */
export const returnedThen = sql<boolean>`exists (select from booking_events e join acts a on a.id = proofs.act_id
  where e.booking_id = proofs.booking_id and e.kind = 'returned'
    and (e.act_id = a.id or (a.kind = 'earlier' and e.occurred_at = proofs.occurred_at)))`;

const columns = {
  ...{ id: proofs.id, pieces: proofs.pieces, kind: proofs.kind, pinState: proofs.pinState },
  ...{ takenBy: proofs.takenBy, calledAt: proofs.calledAt, flags: proofs.flags, note: proofs.note },
  ...{ occurredAt: proofs.occurredAt, receivedAt: proofs.receivedAt, byName: proofs.byName },
  returned: returnedThen,
};
const beside = {
  ...{ deedId: proofs.deedId, expected: proofs.pictures, forgottenAt: proofs.forgottenAt },
  ...{ latitude: proofs.latitude, longitude: proofs.longitude, accuracy: proofs.accuracy },
};

/**
 * Reads a booking's proofs in the order of their deeds, without undone deeds. The caller must check that the reader may
 * see all data of the booking.
 */
export async function readProofs(db: Reader, bookingId: string): Promise<ShownProof[]> {
  const rows = await db
    .select({ shown: columns, more: beside })
    .from(proofs)
    .where(and(eq(proofs.bookingId, bookingId), isValidProof))
    .orderBy(asc(proofs.occurredAt), asc(proofs.id));
  if (rows.length === 0) return [];
  const deeds = rows.map(({ more }) => more.deedId);
  const stored = await db
    .select()
    .from(proofPictures)
    .where(inArray(proofPictures.deedId, deeds))
    .orderBy(asc(proofPictures.number));
  return rows.map(({ shown, more: { deedId, expected, forgottenAt, latitude, longitude, accuracy } }) => {
    const own = stored.filter((picture) => picture.deedId === deedId);
    return {
      ...shown,
      forgotten: forgottenAt !== null,
      position: latitude === null || longitude === null ? null : { latitude, longitude, accuracy },
      pictures: own.map((picture) => ({
        id: picture.id,
        kind: picture.kind,
        there: picture.key !== null && picture.forgottenAt === null && forgottenAt === null,
      })),
      waiting: Math.max(0, expected - own.length),
    };
  });
}

export async function hasProofs(db: Reader, bookingId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: proofs.id })
    .from(proofs)
    .where(and(eq(proofs.bookingId, bookingId), isValidProof))
    .limit(1);
  return row !== undefined;
}

/** A column for queries of bookings: true if there is a proof, even of an undone deed. */
export const provenColumn = sql<boolean>`exists (select from proofs where proofs.booking_id = bookings.id)`;

export async function provenByCode(db: Reader, code: string): Promise<boolean> {
  const [row] = await db
    .select({ proven: provenColumn })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  return row?.proven ?? false;
}

type Taker = { name: string; at: Date };

/** Finds the person who took the parcel last. With `returns`, a sender who took the parcel back counts too. */
export const whoTookParcel = async (
  db: TakerReader,
  bookingId: string,
  { returns }: { returns: boolean },
): Promise<Taker | null> =>
  byBooking(await selectTakers(db, sql`array[${bookingId}]::uuid[]`, returns)).get(bookingId) ?? null;

type TakerReader = Pick<Db, "selectDistinctOn">;

const ofDeliveries = preparedOnce((db) =>
  selectTakers(db, sql`${sql.placeholder("ids")}::uuid[]`, false).prepare("takers_of_deliveries"),
);

/** Finds the person who took each parcel last, by booking id. A sender who took a parcel back does not count. */
export const whoTookDeliveries = async (db: Db, ids: readonly string[]): Promise<Map<string, Taker>> =>
  byBooking(await ofDeliveries(db).execute({ ids }));

const selectTakers = (db: TakerReader, bookingIds: SQL, returns: boolean) =>
  db
    .selectDistinctOn([proofs.bookingId], {
      ...{ id: proofs.bookingId, name: proofs.takenBy, at: proofs.occurredAt },
    })
    .from(proofs)
    .where(
      and(
        sql`${proofs.bookingId} = any(${bookingIds})`,
        ne(proofs.kind, "attempt"),
        isNotNull(proofs.takenBy),
        isNull(proofs.forgottenAt),
        isValidProof,
        returns ? undefined : not(returnedThen),
      ),
    )
    .orderBy(proofs.bookingId, desc(proofs.occurredAt), desc(proofs.id));

const byBooking = (rows: readonly { id: string; name: string | null; at: Date }[]) =>
  new Map(rows.flatMap(({ id, name, at }) => (name ? [[id, { name, at }] as const] : [])));

/** Finds the file of a picture. Null if the picture was deleted or belongs to another booking. */
export async function pictureKeyOf(db: Reader, bookingId: string, pictureId: string): Promise<string | null> {
  const [row] = await db
    .select({ key: proofPictures.key })
    .from(proofPictures)
    .innerJoin(proofs, eq(proofs.deedId, proofPictures.deedId))
    .where(
      and(
        eq(proofPictures.id, pictureId),
        eq(proofs.bookingId, bookingId),
        isNull(proofs.forgottenAt),
        isNull(proofPictures.forgottenAt),
        isValidProof,
      ),
    );
  return row?.key ?? null;
}
