import { Link } from "react-router";
import { normaliseTrackingCode } from "../domain/booking.ts";

const CODE = /(\bOD[\s-]?\d{4}[\s-]?\d{4}[\s-]?NG\b)/i;

/** STAFF-10: a text in which each tracking code is a link to its booking. */
export function LinkedCodes({ text }: { text: string }) {
  return text.split(CODE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Link
        key={index}
        to={`/admin/bookings/${normaliseTrackingCode(part)}`}
        className="font-semibold underline underline-offset-4"
      >
        {part}
      </Link>
    ),
  );
}
