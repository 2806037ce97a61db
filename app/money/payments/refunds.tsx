/** PAY-7: the list of amounts to pay back to senders. */
import { formatPhone } from "../../domain/phone.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { Amount } from "../../ui/amount.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Refund } from "./refunds.server.ts";

export function Refunds({ refunds }: { refunds: Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds" className="mt-8 max-w-4xl">
      <h2 id="refunds" className="font-display text-xl font-bold">
        To pay back
      </h2>
      <p className="mt-1 text-muted">
        These senders paid, then cancelled. Pay the money back, then reverse the payment on the booking.
      </p>
      <ul className="mt-3 border-t border-line">
        {refunds.map(({ code, senderName, senderPhone, since, kobo }) => (
          <li
            key={code}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2"
          >
            <span>
              <TextLink to={`/admin/bookings/${code}/money`}>{readableTrackingCode(code)}</TextLink>
              <span className="block text-sm text-muted">
                {senderName}, {formatPhone(senderPhone)}, {formatAdminDateTime(since)}
              </span>
            </span>
            <Amount>{formatNaira(kobo)}</Amount>
          </li>
        ))}
      </ul>
    </section>
  );
}
