/** A parcel by its code, with its events, rendered on the server for each request. */
import { notFound } from "next/navigation";
import { pool } from "../database.js";

export const dynamic = "force-dynamic";

const PARCEL = `select b.tracking_code, b.status, b.sender_state, b.receiver_state, b.estimated_delivery, e.occurred_at, e.to_status
  from bookings b join booking_events e on e.booking_id = b.id where b.tracking_code = $1 order by e.occurred_at desc`;

export default async function Track({ searchParams }) {
  const { code } = await searchParams;
  const { rows } = await pool.query({ name: "parcel", text: PARCEL, values: [code] });
  const [parcel] = rows;
  if (!parcel) notFound();
  return (
    <main>
      <h1>{parcel.tracking_code}</h1>
      <p>{parcel.status}</p>
      <p>
        {parcel.sender_state} to {parcel.receiver_state}, by {parcel.estimated_delivery.toDateString()}
      </p>
      <ol>
        {rows.map(({ occurred_at: at, to_status }) => (
          <li key={to_status}>
            {to_status} <time dateTime={at.toISOString()}>{at.toUTCString()}</time>
          </li>
        ))}
      </ol>
    </main>
  );
}
