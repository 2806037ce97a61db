/** A parcel by its code, with its events, rendered on the server for each request. */
import { notFound } from "next/navigation";
import { pool } from "../database.js";

export const dynamic = "force-dynamic";

const PARCEL = `select d.tracking_number, d.status, d.sender_state, d.receiver_state, d.estimated_delivery, e.at, e.to_status
  from deliveries d join delivery_events e on e.delivery_id = d.id where d.tracking_number = $1 order by e.at desc`;

export default async function Track({ searchParams }) {
  const { code } = await searchParams;
  const { rows } = await pool.query({ name: "parcel", text: PARCEL, values: [code] });
  const [parcel] = rows;
  if (!parcel) notFound();
  return (
    <main>
      <h1>{parcel.tracking_number}</h1>
      <p>{parcel.status}</p>
      <p>
        {parcel.sender_state} to {parcel.receiver_state}, by {parcel.estimated_delivery.toDateString()}
      </p>
      <ol>
        {rows.map(({ at, to_status }) => (
          <li key={to_status}>
            {to_status} <time dateTime={at.toISOString()}>{at.toUTCString()}</time>
          </li>
        ))}
      </ol>
    </main>
  );
}
