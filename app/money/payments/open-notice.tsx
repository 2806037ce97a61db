/** PAY-5: a sender's transfer notice. */
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Notice } from "./transfer-notices.server.ts";

export const noticeText = ({ kobo, paidOn }: Notice) =>
  `You told us that you paid ${formatNaira(kobo)} on ${dayText(paidOn)}.`;

/**
 * Shows a sender's transfer notice. Until staff close the notice, the page shows the notice instead of the request for
 * money.
 */
export const OpenNotice = ({ notice }: { notice: Notice }) => (
  <p role="status" className="border-l-4 border-ink bg-card p-3">
    {noticeText(notice)} We are looking for it at the bank, and email you the receipt.
  </p>
);
