import { Link } from "react-router";
import { normaliseTrackingCode, splitAtTrackingCodes } from "../../domain/tracking-code.ts";

/** STAFF-10: a text in which each tracking code is a link to its booking. */
export function LinkedCodes({ text }: { text: string }) {
  return splitAtTrackingCodes(text).map((part, index) =>
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
