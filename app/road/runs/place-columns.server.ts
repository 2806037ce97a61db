/** The columns of a piece, and of its destination: the sender for pickups and returns, otherwise the receiver. */
import { sql, type SQL } from "drizzle-orm";
import { bookings, pieces } from "../../platform/db/schema.ts";

/** The columns that name a piece and its booking. */
export const pieceColumns = {
  pieceId: pieces.id,
  number: pieces.number,
  bookingId: bookings.id,
  code: bookings.trackingCode,
  pieces: bookings.pieces,
};

/**
 * The columns of the person and the place: the sender's if `atSender` is true, otherwise the receiver's. An SQL
 * condition decides for each row, a boolean for all rows.
 */
export function placeColumns(atSender: SQL | boolean) {
  const of = <Text extends string | null>(sender: SQL, receiver: SQL): SQL<Text> => {
    if (typeof atSender === "boolean") return (atSender ? sender : receiver) as SQL<Text>;
    return sql<Text>`case when ${atSender} then ${sender} else ${receiver} end`;
  };
  return {
    name: of<string>(sql`${bookings.senderName}`, sql`${bookings.receiverName}`),
    phone: of<string>(sql`${bookings.senderPhone}`, sql`${bookings.receiverPhone}`),
    address: of<string>(sql`${bookings.senderAddress}`, sql`${bookings.receiverAddress}`),
    town: of<string | null>(sql`${bookings.senderTown}`, sql`${bookings.receiverTown}`),
    state: of<string>(sql`${bookings.senderState}`, sql`${bookings.receiverState}`),
  };
}
