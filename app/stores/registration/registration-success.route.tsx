/** The page after a registration, with the next steps. */
import type { Route } from "./+types/registration-success.route";
import { AccountPage } from "../../people/sign-in/account-page.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { sessionContext } from "../../access/principal-context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Store registered");

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: context.get(sessionContext).person !== null };
}

const STEPS = [
  {
    head: "Add your products",
    text: "Name, price, stock and a photo. Or import a list as a CSV file.",
  },
  { head: "Share your store", text: "Share its link on your WhatsApp status." },
  {
    head: "Take orders",
    text: "You see each order on your dashboard, by email and on WhatsApp. Confirm it, then book the delivery with one click.",
  },
];

export default function RegistrationSuccessPage({ loaderData: { signedIn } }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Your store is registered"
      text="It is now in our list of partner stores. What happens next:"
    >
      <ol className="grid gap-4">
        {STEPS.map(({ head, text }, index) => (
          <li key={head} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-11 shrink-0 place-items-center border-2 border-ink bg-danfo font-display text-xl font-extrabold text-black"
            >
              {index + 1}
            </span>
            <div>
              <h2 className="font-display text-lg font-bold">{head}</h2>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink to={signedIn ? "/store/dashboard" : "/store/login"}>
        {signedIn ? "Go to your dashboard" : "Sign in to your store"}
      </ButtonLink>
      <ButtonLink to="/stores" variant="secondary">
        See all stores
      </ButtonLink>
    </AccountPage>
  );
}
