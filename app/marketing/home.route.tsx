/** HOME-1: the home page. */
import { Link } from "react-router";
import type { Route } from "./+types/home.route";
import { servicesContext } from "../platform/context.ts";
import { currentPrices } from "../prices/current-prices.server.ts";
import { listStores } from "../storefront/directory.server.ts";
import { StoreCard } from "../storefront/store-card.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PerforatedCard } from "../ui/perforated-card.tsx";
import { COMPANY } from "../domain/company.ts";
import { Danfo, Kiosk } from "../ui/danfo.tsx";
import { BlackLink } from "../ui/black-link.tsx";
import { Hero } from "./home-hero.tsx";
import { LanesMap, RoadSign, Section, ShoppingNote, Stop } from "./home-sections.tsx";
import { pageMeta } from "../platform/http/page-meta.ts";
import { useOptionalRootData } from "../shells/root-data.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: COMPANY.tagline,
    description:
      "Book a parcel in a minute, follow it by its code, and shop from partner stores. All 36 states of Nigeria.",
    path: "/",
  });

const STORES_SHOWN = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ rows }, prices] = await Promise.all([
    listStores(services.db, { search: "", category: null, cursor: null, direction: "next" }),
    currentPrices(services),
  ]);
  return { stores: rows.slice(0, STORES_SHOWN), priced: prices !== null };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero priced={loaderData.priced} />
      <Section title="What you can expect">
        <div className="grid items-center gap-8 lg:grid-cols-2">
          <ul className="border-b-2 border-line">
            <RoadSign
              sign={
                <>
                  <span className="text-4xl sm:text-5xl">36</span>
                  <span className="mt-1 text-sm">states + FCT</span>
                </>
              }
              head="Nationwide coverage"
              text="From Aba to Zaria, from Badagry to Maiduguri: one booking and one code for every state."
            />
            <RoadSign
              sign={
                <>
                  <span className="text-sm">arrives</span>
                  <span className="text-2xl sm:text-3xl">next day</span>
                </>
              }
              head="Express delivery"
              text="Express: next day. Same Day: within the city. Standard: 2-3 days."
            />
            <RoadSign
              sign={
                <>
                  <span className="text-sm">every step</span>
                  <span className="text-base sm:text-2xl">recorded</span>
                </>
              }
              head="Secure handling"
              text="Each change of status is recorded with its time, and you read it on your tracking page."
            />
          </ul>
          <LanesMap />
        </div>
      </Section>

      <section className="border-y-2 border-ink bg-card">
        <div className="mx-auto grid w-full max-w-6xl items-center gap-10 px-4 py-9 sm:py-16 md:grid-cols-[1.3fr_1fr]">
          <div>
            <h2 className="font-display text-3xl leading-tight font-extrabold sm:text-4xl">
              You name it, we buy it and deliver it
            </h2>
            <p className="mt-4 max-w-prose text-lg">
              Choose from our partner stores and have it delivered. Is it in another shop? Tell us what to buy
              and where: we agree the price with you, buy it and deliver it.
            </p>
            <div className="mt-6 flex flex-wrap gap-4">
              <ButtonLink to="/stores">Browse Stores</ButtonLink>
              <ButtonLink to="/book/purchase" variant="secondary">
                Request Custom Purchase
              </ButtonLink>
            </div>
          </div>
          <ShoppingNote />
        </div>
      </section>

      {loaderData.stores.length > 0 && (
        <Section title="New stores" text="Choose, send the order on WhatsApp, and we deliver it.">
          <ul className="-mx-4 flex snap-x gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-6 sm:overflow-visible sm:px-0 lg:grid-cols-3">
            {loaderData.stores.map((store) => (
              <li key={store.id} className="w-64 shrink-0 snap-start sm:w-auto">
                <StoreCard store={store} eager={false} />
              </li>
            ))}
          </ul>
        </Section>
      )}

      <Section title="How It Works">
        <ol className="md:grid md:grid-cols-3">
          <Stop n={1} head="Book online" text="Give both addresses and the weight. No account needed." />
          <Stop n={2} head="Package pickup" text="We call you to agree the time, and a rider collects it." />
          <Stop
            n={3}
            head="Track and delivery"
            text="Follow the code on your phone until the receiver has it."
            last
          />
        </ol>
      </Section>

      <section className="bg-[#16130e] text-[#f6efdf]">
        <div className="mx-auto grid w-full max-w-6xl items-center gap-8 px-4 py-7 sm:py-16 md:grid-cols-2">
          <div className="md:order-2">
            <p className="font-display text-lg font-bold text-[#ffc21a]">For Businesses</p>
            <h2 className="mt-1 font-display text-3xl leading-tight font-extrabold sm:text-4xl">
              Sell with Ona
            </h2>
            <p className="mt-4 max-w-prose text-lg">
              List your products, take orders on WhatsApp, and hand the parcels to us. We deliver to every
              state.
            </p>
            <Link
              to="/store/signup"
              className="mt-6 inline-flex min-h-12 items-center border-2 border-[#ffc21a] bg-[#ffc21a] px-6 font-semibold text-black hover:bg-[#ffd25c]"
            >
              Register Your Store
            </Link>
          </div>
          <div className="hidden bg-[#fbf8f1] px-6 pt-6 md:order-1 md:block">
            <Kiosk className="mx-auto block w-full max-w-md" />
          </div>
        </div>
      </section>

      <Referral />

      {/* Down to the footer, over the space that other pages end with. */}
      <section className="-mb-16 bg-danfo text-black">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-end justify-between gap-x-10 px-4 pt-9 sm:pt-12">
          <div className="pb-9 sm:pb-12">
            <h2 className="font-display text-4xl leading-none font-extrabold sm:text-5xl">
              Something to send?
            </h2>
            <p className="mt-3 text-lg">Book it now, or ask us first.</p>
            <div className="mt-6 flex flex-wrap gap-2 sm:gap-4">
              <BlackLink to="/book">Book a Delivery</BlackLink>
              <Link
                to="/contact"
                className="inline-flex min-h-12 items-center border-2 border-black px-6 font-semibold hover:bg-black hover:text-[#ffc21a]"
              >
                Contact Us
              </Link>
            </div>
          </div>
          <Danfo className="hidden w-96 max-w-full sm:block" />
        </div>
      </section>
    </>
  );
}

function Referral() {
  const root = useOptionalRootData();
  return (
    <Section title="Invite a friend">
      <PerforatedCard className="flex flex-wrap items-center justify-between gap-6">
        <p className="max-w-prose text-lg">
          Every customer has a referral code. Share it in your chats. Your profile lists the people who joined
          with it.
        </p>
        <ButtonLink to={root?.session ? "/profile" : "/signup"} variant="secondary">
          {root?.session ? "See your referral code" : "Get your referral code"}
        </ButtonLink>
      </PerforatedCard>
    </Section>
  );
}
