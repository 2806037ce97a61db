import { Link } from "react-router";

/** spec.md 2: the code to share for those who have one, an invitation for those who do not. */
export function ReferralBanner({ customer }: { customer: { referralCode: string | null } | null }) {
  return (
    <aside
      aria-label="Referral programme"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-8 border-danfo bg-card px-4 py-3"
    >
      {customer ? (
        <p>
          Your referral code:{" "}
          <strong className="font-display tracking-wider">{customer.referralCode ?? "Not Available"}</strong>
        </p>
      ) : (
        <>
          <p>Refer friends to Ona Delivery and follow who joined through you.</p>
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

export function GuestNotice() {
  return (
    <p className="mt-4 text-muted">
      You are booking as a guest.{" "}
      <Link to="/login?next=/book" className="font-semibold text-ink underline underline-offset-4">
        Log in
      </Link>{" "}
      or{" "}
      <Link to="/signup" className="font-semibold text-ink underline underline-offset-4">
        sign up
      </Link>{" "}
      to have your details filled in and your bookings in one place.
    </p>
  );
}
