import { Link } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import { useCompany } from "../../platform/company/use-company.ts";

/** BOOK-11: shows customers their referral code, and guests an invitation to get one. */
export function ReferralBanner({
  customer,
}: {
  customer: { referralCode: string | null; creditKobo: number } | null;
}) {
  return (
    <aside
      data-beside-steps
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
          <p>{`Invite friends to ${useCompany().name} and see who joined with your code.`}</p>
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

/**
 * `search` is the query of the URL from the quote page. The link 'Sign in' contains this query, so that the quoted
 * values stay.
 */
export function GuestNotice({ search }: { search: string }) {
  return (
    <p data-beside-steps className="mt-4 text-muted">
      {"You are booking as a guest. "}
      <Link
        to={`/login?next=/book${encodeURIComponent(search)}`}
        className="font-semibold text-ink underline underline-offset-4"
      >
        Sign in
      </Link>
      {" or "}
      <Link to="/signup" className="font-semibold text-ink underline underline-offset-4">
        sign up
      </Link>
      {" to have your details filled in and your bookings in one place."}
    </p>
  );
}
