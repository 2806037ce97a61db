/** PROFILE-1: a customer's own page: the customer's details, referrals and bookings, and the button to sign out. */
import { isRouteErrorResponse, useNavigation } from "react-router";
import type { Route } from "./+types/profile.route";
import { BookingCards, MyBookings } from "./my-bookings.tsx";
import { listMyBookings, listCurrent } from "./my-bookings.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { referralCredit } from "../../money/referrals/reward-terms.server.ts";
import { MyReferrals, ReferralCard } from "../../money/referrals/referral-card.tsx";
import { showsSettlements } from "../../money/settlements/cod-request.server.ts";
import { listMyReferrals } from "../../money/referrals/referrals.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useSignOutQuestion } from "../../people/sign-in/sign-out-form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { FailedState, LoadingState } from "../../ui/states.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { UNEXPECTED } from "../../people/sign-in/account-messages.ts";
import { isNewPerson } from "../../people/sign-in/page-after-link.server.ts";
import { PROFILE_BUTTONS } from "../../people/profile/forms.server.ts";
import { profileTexts } from "../../people/profile/profile-texts.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { DeleteAccount, EditProfile, type Answered } from "../../people/profile/profile-forms.tsx";
import { activeHubs } from "../../places/hubs.server.ts";
import {
  AccountCard,
  OftenLinks,
  Head,
  Incomplete,
  MyReceivers,
  SettlementsLink,
  YourAccount,
} from "../../people/profile/profile-parts.tsx";
import { tellsReceivers } from "../../people/profile/profiles.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { customerContext } from "../../access/principal-context.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailNote } from "../../notifications/refused-mail.tsx";
import { companyMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Profile");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, origin } = services;
  const customer = context.get(customerContext);
  const { person } = customer;
  const params = new URL(request.url).searchParams;
  const current = await listCurrent(services, customer);
  const [bookings, referrals, credit] = await Promise.all([
    listMyBookings(services, customer, parsePageParams(params), current),
    listMyReferrals(db, customer),
    referralCredit(db, person.id),
  ]);
  const { id: _, ...shown } = person;
  const link = `${origin}/signup?ref=${person.referralCode ?? ""}`;
  const text = `Send parcels all over Nigeria with ${(await services.company()).name}. Sign up with my referral code ${person.referralCode}: ${link}`;
  return {
    key: newIdempotencyKey(),
    person: shown,
    incomplete: isNewPerson(person),
    open: params.has("edit") ? ("edit" as const) : params.has("delete") ? ("delete" as const) : null,
    bookings,
    current,
    today: startOfLagosDay(services.now()),
    referrals,
    /** True if the customer lets the company send messages to receivers. Null if the company sends none. */
    tells: (await canTell(services)) ? await tellsReceivers(services, customer) : null,
    settles: await showsSettlements(services, customer),
    credit,
    refused: await refusalsOf(db, [person.email]),
    link,
    // If a WhatsApp link has no number, WhatsApp lets the person choose the recipient.
    chat: whatsappLink("", text),
  };
}

const canTell = async (services: Services) =>
  !!services.phones.sms || !!services.phones.whatsapp || (await activeHubs(services)).length > 0;

const FAILED = { title: "Update error", text: UNEXPECTED };

export const action = formAction({
  actor: (context) => context.get(customerContext),
  buttons: PROFILE_BUTTONS,
  to: () => "/profile",
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, person, incomplete, open, bookings, current, today, settles, tells } = loaderData;
  const deleting = useSignOutQuestion();
  const signingOut = useSignOutQuestion();
  const answered: Answered | null = actionData
    ? { ...actionData, intent: actionData.values["intent"] ?? "" }
    : null;
  const resultOf = (intent: string) => (answered?.intent === intent ? answered : null);
  const turning = useNavigation().location?.search.match(/[?&](older|newer)=/) !== undefined;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <PageHead
        title={person.firstName ? `Hello, ${person.firstName}` : "Profile"}
        text="Your parcels, your details and your referral code."
        actions={<ButtonLink to="/book">Book a Delivery</ButtonLink>}
      />
      {incomplete && <Incomplete />}
      <RefusedMailNote refused={loaderData.refused[0]}>
        Call or WhatsApp us if it is right, and we try again.
      </RefusedMailNote>
      {open === "edit" && (
        <UrlDialog title="Edit Profile" closeTo="/profile">
          <EditProfile formKey={key} answered={resultOf("update")} saved={profileTexts(person)} />
        </UrlDialog>
      )}
      {open === "delete" && (
        <UrlDialog title="Delete your account" closeTo="/profile">
          <DeleteAccount
            formKey={key}
            answered={resultOf("delete")}
            email={person.email}
            signingOut={deleting}
          />
        </UrlDialog>
      )}
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-10">
          {current.length > 0 && (
            <section aria-label="Current parcels">
              <Head title="Current parcels" />
              <div className="mt-4">
                <BookingCards rows={current} today={today} />
              </div>
            </section>
          )}
          {(bookings.rows.length > 0 || current.length === 0) && (
            <section aria-label="My Bookings">
              <Head title="My Bookings" />
              {turning && <LoadingState />}
              <div className="mt-4">
                <MyBookings {...bookings} today={today} />
              </div>
            </section>
          )}
        </div>
        <div className="grid content-start gap-8">
          <AccountCard person={person} />
          <OftenLinks />
          {settles && <SettlementsLink />}
          {tells !== null && <MyReceivers on={tells} formKey={key} />}
          <Referrals loaderData={loaderData} />
        </div>
      </div>
      <YourAccount formKey={key} answered={resultOf("sign-out-everywhere")} signingOut={signingOut} />
    </div>
  );
}

function Referrals({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { person, referrals, credit, link, chat } = loaderData;
  return (
    <>
      <section aria-label="Referral Programme">
        <Head title="Referral Programme" />
        <div className="mt-3">
          <ReferralCard code={person.referralCode} link={link} chat={chat} credit={credit} />
        </div>
      </section>
      <section aria-label="My Referrals">
        <Head title="My Referrals" />
        <div className="mt-3">
          <MyReferrals {...referrals} />
        </div>
      </section>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) throw error;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-12">
      <FailedState
        title="Error"
        text="Failed to load user data. Please try again."
        action={<ButtonLink href="/profile">Try again</ButtonLink>}
      />
    </div>
  );
}
