import { Link } from "react-router";
import { PerforatedCard } from "../ui/perforated-card.tsx";

/** BOOK-11: the code to share for customers, an invitation for guests. */
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

const NEXT = [
  ["You get a code", "On the next screen and by e-mail. It is all you need to follow the parcel."],
  ["We come to your door", "A rider calls the sender’s number and picks the package up."],
  ["It takes the road", "Every stop is written down on your tracking page as it happens."],
  ["It is handed over", "The page says Delivered, and you get a last e-mail."],
] as const;

/** Beside the form on wide screens: what happens after sending. */
export function NextSteps() {
  return (
    <aside aria-labelledby="next" className="hidden lg:block">
      <PerforatedCard className="sticky top-8 mt-6">
        <h2 id="next" className="font-display text-xl font-bold">
          What happens next
        </h2>
        <ol className="mt-4 border-l-4 border-dashed border-danfo">
          {NEXT.map(([title, text]) => (
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
