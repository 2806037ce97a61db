/** HOME-1: the home page. Longer than 250 lines because only this page uses its parts. */
import { Link } from "react-router";
import type { Route } from "./+types/home.route";
import { isDemo } from "../../access/is-demo.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { currentPrices } from "../../money/prices/current-prices.server.ts";
import { listNewestSelling, onCard } from "../../stores/storefront/directory.server.ts";
import { StoreCard } from "../../stores/storefront/store-card.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { howToPayAtAll } from "../../domain/how-to-pay.ts";
import { statesServed } from "../../domain/served-states.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { ALL_PROMISES } from "../../domain/promise.ts";
import { Danfo, Kiosk } from "../../ui/danfo.tsx";
import { BlackLink } from "../../ui/black-link.tsx";
import { DemoNote } from "./demo-note.tsx";
import { Hero } from "./home-hero.tsx";
import { lastWeek } from "./last-week.server.ts";
import { Answers } from "./faq.tsx";
import { LaneFinder } from "./lane-finder.tsx";
import { RoadSign, HomeSection, ShoppingNote, Stop } from "./home-sections.tsx";
import { threeLanes } from "./three-lanes.server.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import { useOptionalRootData } from "../../shells/root-data.ts";
import { useCompany } from "../../platform/company/use-company.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.tagline ?? "",
    description: `Book a parcel in a minute, follow it by its code, and shop from partner stores. We serve ${companyIn(args).served}.`,
    path: "/",
  });

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [stores, prices, week, { tagline, unserved }, demo, pay, lanes] = await Promise.all([
    listNewestSelling(services.db),
    currentPrices(services),
    lastWeek(services),
    services.company(),
    isDemo(services),
    paySetup(services),
    threeLanes(services),
  ]);
  return {
    ...{ pay: howToPayAtAll(pay), everywhere: unserved.length === 0, states: statesServed(unserved) },
    ...{ stores: stores.map(onCard), priced: prices !== null, week, tagline, demo, lanes },
  };
}

type LoaderData = Route.ComponentProps["loaderData"];

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {loaderData.demo && <DemoNote />}
      <Hero priced={loaderData.priced} tagline={loaderData.tagline} />
      <Destination {...loaderData} />

      <Shopping />

      {loaderData.stores.length > 0 && <NewStores stores={loaderData.stores} />}

      <HowItWorks />

      <HomeSection title="What people ask">
        <Answers priced={loaderData.priced} pay={loaderData.pay} />
      </HomeSection>

      <ForBusinesses />

      <Referral />

      <ToSend />
    </>
  );
}

function Destination({
  priced,
  week,
  everywhere,
  states,
  lanes,
}: Pick<LoaderData, "priced" | "week" | "everywhere" | "states" | "lanes">) {
  const { served } = useCompany();
  return (
    <HomeSection title="Where is your parcel going?">
      <LaneFinder priced={priced} lanes={lanes}>
        <ul aria-label="What you can expect" className="mt-3 self-end border-b-2 border-line">
          <RoadSign
            sign={
              <>
                <span className="text-3xl">{states}</span>
                <span className="text-xs">{everywhere ? "states + FCT" : "states"}</span>
              </>
            }
            head={everywhere ? "Nationwide coverage" : "Where we deliver"}
            text={
              everywhere
                ? "From Aba to Zaria: one booking and one code for every state."
                : `One booking and one code for ${served}.`
            }
          />
          <RoadSign
            sign={
              <>
                <span className="text-xs">after pickup</span>
                <span className="text-base">next day</span>
              </>
            }
            head="Express delivery"
            text={ALL_PROMISES}
          />
          <RoadSign
            sign={
              <>
                <span className="text-xs">every step</span>
                <span className="text-sm">recorded</span>
              </>
            }
            head="Secure handling"
            text="Read each change of status, with its time, on your tracking page."
          />
        </ul>
      </LaneFinder>
      {week && (
        <p className="mt-4 font-display text-2xl font-bold">
          {`Last week we delivered ${numberText(week.delivered)} parcels, ${week.inTimePercent}% of them on time.`}
        </p>
      )}
    </HomeSection>
  );
}

function Shopping() {
  return (
    <section className="border-y-2 border-ink bg-card">
      <div className="mx-auto grid w-full max-w-6xl items-center gap-10 px-4 py-7 sm:py-16 md:grid-cols-[1.3fr_1fr]">
        <div>
          <h2 className="font-display text-3xl leading-tight font-extrabold text-balance sm:text-4xl">
            You name it, we buy it and deliver it
          </h2>
          <p className="mt-3 max-w-prose sm:text-lg">
            Choose from our partner stores. Is it in another shop? Tell us what and where: we agree the price
            with you, buy it and deliver it.
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink to="/stores">Browse Stores</ButtonLink>
            <ButtonLink to="/book/purchase" variant="secondary">
              Request Custom Purchase
            </ButtonLink>
          </div>
        </div>
        <ShoppingNote />
      </div>
    </section>
  );
}

function NewStores({ stores }: Pick<LoaderData, "stores">) {
  return (
    <HomeSection title="New stores" text="Choose, send the order on WhatsApp, and we deliver it.">
      <ul className="-mx-4 flex snap-x gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-6 sm:overflow-visible sm:px-0 lg:grid-cols-3">
        {stores.map((store) => (
          <li key={store.slug} className="w-64 shrink-0 snap-start sm:w-auto">
            <StoreCard store={store} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

function HowItWorks() {
  return (
    <HomeSection title="How It Works">
      <ol className="md:grid md:grid-cols-3">
        <Stop n={1} head="Book online" text="Enter both addresses and the weight. No account needed." />
        <Stop n={2} head="Package pickup" text="We call you to agree the time, and a rider collects it." />
        <Stop
          n={3}
          head="Track and delivery"
          text="Follow the code on your phone until the receiver has it."
          last
        />
      </ol>
    </HomeSection>
  );
}

function ForBusinesses() {
  const { shortName } = useCompany();
  return (
    <section className="bg-[#16130e] text-[#f6efdf]">
      <div className="mx-auto grid w-full max-w-6xl items-center gap-8 px-4 py-7 sm:py-16 md:grid-cols-2">
        <div className="md:order-2">
          <p className="font-display text-lg font-bold text-danfo">For Businesses</p>
          <h2 className="mt-1 font-display text-3xl leading-tight font-extrabold sm:text-4xl">
            Sell with {shortName}
          </h2>
          <p className="mt-3 max-w-prose sm:text-lg">
            List your products, take orders on WhatsApp, and hand the parcels to us. We deliver to every
            state.
          </p>
          <Link
            to="/store/signup"
            className="mt-6 inline-flex min-h-12 items-center border-2 border-danfo bg-danfo px-6 font-semibold text-black hover:bg-[#ffd25c]"
          >
            Register Your Store
          </Link>
        </div>
        <div className="hidden bg-[#fbf8f1] px-6 pt-6 md:order-1 md:block">
          <Kiosk className="mx-auto block w-full max-w-md" />
        </div>
      </div>
    </section>
  );
}

/** Draws the last section. It reaches down to the footer, without the usual space at the bottom of a page. */
function ToSend() {
  return (
    <section className="-mb-16 bg-danfo text-black">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-end justify-between gap-x-10 px-4 pt-7 sm:pt-12">
        <div className="pb-7 sm:pb-12">
          <h2 className="font-display text-3xl leading-none font-extrabold sm:text-5xl">
            Something to send?
          </h2>
          <p className="mt-2 text-lg">Book it now, or ask us first.</p>
          <div className="mt-4 flex flex-wrap gap-2 sm:gap-4">
            <BlackLink to="/book">Book a Delivery</BlackLink>
            <Link
              to="/contact"
              className="inline-flex min-h-12 items-center border-2 border-black px-6 font-semibold hover:bg-black hover:text-danfo"
            >
              Contact Us
            </Link>
          </div>
        </div>
        <Danfo className="hidden w-96 max-w-full sm:block" />
      </div>
    </section>
  );
}

function Referral() {
  const root = useOptionalRootData();
  return (
    <section className="mx-auto w-full max-w-6xl px-4 py-4 sm:py-16">
      <PerforatedCard className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="max-w-prose">
          <h2 className="font-display text-2xl leading-tight font-extrabold sm:text-3xl">Invite a friend</h2>
          <p className="mt-1">Share your referral code. Your profile lists the people who joined with it.</p>
        </div>
        <ButtonLink to={root?.session ? "/profile" : "/signup"} variant="secondary">
          {root?.session ? "See your referral code" : "Get your referral code"}
        </ButtonLink>
      </PerforatedCard>
    </section>
  );
}
