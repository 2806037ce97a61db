import { ButtonLink } from "../ui/button.tsx";
import { Lane } from "../ui/lane.tsx";

export function NotFoundPage() {
  return (
    <section className="mx-auto w-full max-w-2xl px-4 py-16">
      <p className="font-display text-8xl font-extrabold">404</p>
      <Lane className="my-4 w-56" />
      <h1 tabIndex={-1} className="font-display text-3xl font-bold">
        Oops! Page not found
      </h1>
      <p className="mt-2 text-muted">This road leads nowhere. Perhaps the address was cut short in a chat.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/track" variant="secondary">
          Track a parcel
        </ButtonLink>
      </div>
    </section>
  );
}
