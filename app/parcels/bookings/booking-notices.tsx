import { Link } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import { PerforatedCard } from "../../ui/perforated-card.tsx";

/** BOOK-11: the code to share for customers, an invitation for guests. */
export function ReferralBanner({
  customer,
}: {
  customer: { referralCode: string | null; creditKobo: number } | null;
}) {
  return (
    <aside
      aria-label="Referral programme"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-8 border-danfo bg-card px-4 py-3"
    >
      {customer ? (
        <p>
          Your referral code:{" "}
          <strong className="font-display tracking-wider">{customer.referralCode ?? "Not Available"}</strong>
          {customer.creditKobo > 0 &&
            `. Your credit of ${formatNaira(customer.creditKobo)} comes off the price when you book.`}
        </p>
      ) : (
        <>
          <p>Invite friends to Ona Delivery and see who joined with your code.</p>
          <Link
            to="/signup"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Sign Up Now
          </Link>
        </>
      )}
    </aside>
  );
}

/** `search`: what the address carries from the quote page, kept over the sign-in. */
export function GuestNotice({ search }: { search: string }) {
  return (
    <p className="mt-4 text-muted">
      You are booking as a guest.{" "}
      <Link
        to={`/login?next=/book${encodeURIComponent(search)}`}
        className="font-semibold text-ink underline underline-offset-4"
      >
        Sign in
      </Link>{" "}
      or{" "}
      <Link to="/signup" className="font-semibold text-ink underline underline-offset-4">
        sign up
      </Link>{" "}
      to have your details filled in and your bookings in one place.
    </p>
  );
}

/** With a price list the price is on the form. */
const next = (priced: boolean) =>
  [
    ["You get a code", "On the next screen and by email. Anybody with the code can follow the parcel."],
    [
      "A rider calls you",
      `On the sender’s number, to agree the pickup time${priced ? "" : " and the price"}.`,
    ],
    ["You hand over the parcel and pay", "In cash or by transfer, when the rider collects it."],
    [
      "We deliver it",
      "Your tracking page shows each change of status, and we email you when it is delivered.",
    ],
  ] as const;

/** What happens after sending: below the form on a phone, beside it on a wide screen. */
export function NextSteps({ priced }: { priced: boolean }) {
  return (
    <aside aria-labelledby="next" className="lg:row-span-2">
      <PerforatedCard className="mt-8 lg:sticky lg:top-8 lg:mt-6">
        <h2 id="next" className="font-display text-xl font-bold">
          What happens next
        </h2>
        <ol className="mt-4 border-l-4 border-dashed border-danfo">
          {next(priced).map(([title, text]) => (
            <li key={title} className="relative pb-5 pl-5 last:pb-0">
              <span
                aria-hidden
                className="absolute top-1.5 -left-2.5 size-4 rounded-full border-2 border-ink bg-danfo"
              />
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </PerforatedCard>
    </aside>
  );
}
