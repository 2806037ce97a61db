/** Small parts of the profile page. */
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { formatPhone } from "../../domain/phone.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { KeyedForm } from "../../ui/form.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { SignOutForm } from "../sign-in/sign-out-form.tsx";
import { SignOutEverywhere } from "./profile-forms.tsx";

export function Head({ title }: { title: ReactNode }) {
  return <h2 className="font-display text-xl font-bold">{title}</h2>;
}

/** Links for a person who sends often. */
export function OftenLinks() {
  return (
    <p>
      <TextLink to="/profile/address-book">Address book</TextLink>
      <br />
      <TextLink to="/profile/pickups">Regular pickups</TextLink>
      <br />
      <TextLink to="/book/bulk">Book many parcels from a table</TextLink>
      <br />
      <TextLink to="/business">Business account</TextLink>
    </p>
  );
}

export function SettlementsLink() {
  return (
    <p>
      <TextLink to="/profile/settlements">Cash on delivery: your money</TextLink>
    </p>
  );
}

/** TELL-8: the setting of messages to this person's receivers. One booking can have another setting. */
export function MyReceivers({ on, formKey }: { on: boolean; formKey: string }) {
  return (
    <section aria-label="My receivers">
      <Head title="My receivers" />
      <KeyedForm formKey={formKey} className="mt-2">
        <p>
          {on
            ? "We tell the receivers of your parcels when one is booked, comes today, could not be delivered, gets a new day and is delivered."
            : "We do not tell the receivers of your parcels anything, except those that you switch on on a booking’s page."}
        </p>
        <input type="hidden" name="messages" value={on ? "off" : "on"} />
        <Button intent="tell-receivers" variant="secondary" size="sm" className="mt-3">
          {on ? "Do not tell my receivers" : "Tell my receivers"}
        </Button>
      </KeyedForm>
    </section>
  );
}

export function Incomplete() {
  return (
    <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
      Your profile has no name or no phone number yet.{" "}
      <Link to="/complete-profile" className="font-semibold underline underline-offset-4">
        Complete your profile
      </Link>
    </p>
  );
}

type Person = Record<"email" | "fullName" | "phone" | "address", string | null>;

export function AccountCard({ person }: { person: Person }) {
  return (
    <PerforatedCard>
      <Head title="Account Information" />
      <dl className="mt-3 grid gap-3">
        <Fact name="Email">{person.email && <Breakable text={person.email} />}</Fact>
        <Fact name="Name">{person.fullName ?? "Not given yet"}</Fact>
        <Fact name="Phone">{person.phone ? formatPhone(person.phone) : "Not given yet"}</Fact>
        {person.address && <Fact name="Address">{person.address}</Fact>}
      </dl>
      <div className="mt-4">
        <ButtonLink to="/profile?edit=1" variant="secondary" size="sm">
          Edit Profile
        </ButtonLink>
      </div>
    </PerforatedCard>
  );
}

type YourAccountProps = Pick<ComponentProps<typeof SignOutEverywhere>, "formKey" | "answered" | "signingOut">;

export function YourAccount(props: YourAccountProps) {
  return (
    <section aria-label="Your account" className="mt-12 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <Head title="Your account and data" />
      <p className="text-sm text-muted">Lost a phone? Sign out on every device.</p>
      <SignOutEverywhere {...props} />
      <p className="flex flex-wrap gap-x-6">
        <a
          href="/profile/export.json"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Download my data
        </a>
        <Link
          to="/profile/developers"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Keys for developers
        </Link>
        <Link
          to="/profile?delete=1"
          className="inline-flex min-h-11 items-center font-semibold text-stop underline underline-offset-4"
        >
          Delete my account
        </Link>
      </p>
      <SignOutForm action="/logout">
        {(busy) => (
          <Button type="submit" variant="secondary" busy={busy}>
            Sign Out
          </Button>
        )}
      </SignOutForm>
    </section>
  );
}
