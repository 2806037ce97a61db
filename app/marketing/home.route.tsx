/** Home: someone with a parcel, someone who wants things bought, a shop owner. */
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { Route } from "./+types/home.route";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Lane } from "../ui/lane.tsx";
import { Waybill } from "../ui/waybill.tsx";
import { COMPANY } from "./company.ts";
import { Danfo } from "./danfo.tsx";
import { pageMeta } from "./meta.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: COMPANY.tagline,
    description:
      "Book a parcel in a minute, follow it by its code, and shop from partner stores. All 36 states of Nigeria.",
    path: "/",
  });

export default function HomePage() {
  return (
    <>
      <section className="bg-danfo text-black">
        <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-10 pb-6 lg:grid-cols-[1.2fr_1fr] lg:items-end">
          <div>
            <h1 tabIndex={-1} className="font-display text-4xl leading-tight font-extrabold sm:text-6xl">
              Fast &amp; Reliable Logistics Solutions
            </h1>
            <p className="mt-4 max-w-prose text-lg">
              Your parcel picked up at your door and handed over in any of the 36 states. Booked in a minute,
              from any phone.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <Link
                to="/book"
                className="inline-flex min-h-12 items-center border-2 border-black bg-black px-6 font-semibold text-[#ffc21a]"
              >
                Book a Delivery
              </Link>
            </div>
          </div>
          <Form method="get" action="/track" className="border-2 border-black bg-[#fbf8f1] p-4">
            <label htmlFor="home-code" className="font-display text-lg font-bold">
              Where is my parcel?
            </label>
            <div className="mt-2 flex flex-col gap-2 sm:flex-row">
              <input
                id="home-code"
                name="code"
                required
                placeholder="OD12345678NG"
                autoComplete="off"
                autoCapitalize="characters"
                className="min-h-12 min-w-0 grow border-2 border-black bg-white px-3 text-black placeholder:text-[#5f5748]"
              />
              <Button type="submit" className="bg-black! text-[#ffc21a]! shadow-none!">
                Track
              </Button>
            </div>
          </Form>
        </div>
        <Danfo />
      </section>
      <Lane />

      <Section title="What you can count on">
        <ol className="grid gap-6 md:grid-cols-3">
          <Promise
            head="Nationwide coverage"
            text="From Aba to Zaria: one waybill, one price list, every state and the FCT."
          />
          <Promise head="Express delivery" text="Booked today, there tomorrow. Same day within the city." />
          <Promise
            head="Secure handling"
            text="Every hand-over is written down, and you see it on your tracking page."
          />
        </ol>
      </Section>

      <section className="border-y-2 border-ink bg-card">
        <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-12 md:grid-cols-2">
          <div>
            <h2 className="font-display text-3xl font-extrabold">We buy it for you</h2>
            <p className="mt-3 max-w-prose">
              Choose from our partner stores and we bring it. Want something from another shop? Tell us what
              and where; we buy it and deliver it.
            </p>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink to="/stores">Browse Stores</ButtonLink>
              <ButtonLink to="/book" variant="secondary">
                Request Custom Purchase
              </ButtonLink>
            </div>
          </div>
          <Waybill>
            <h2 className="font-display text-2xl font-extrabold">For Businesses</h2>
            <p className="mt-3">
              Put your shop on our road. List your products, take orders on WhatsApp, and hand the parcels to
              us.
            </p>
            <ButtonLink to="/store/signup" className="mt-5">
              Register Your Store
            </ButtonLink>
          </Waybill>
        </div>
      </section>

      <Section title="How It Works">
        <ol className="grid gap-6 md:grid-cols-3">
          <Step
            n={1}
            head="Book online"
            text="Say where it is, where it goes and what it weighs. No account needed."
          />
          <Step
            n={2}
            head="Package pickup"
            text="Our rider comes to the pickup address and hands you the waybill."
          />
          <Step n={3} head="Track and delivery" text="Follow the code until the receiver has it in hand." />
        </ol>
      </Section>

      <Section title="Bring a friend">
        <p className="max-w-prose">
          Every customer has a referral code. Share it, and see who came through you in your profile.
        </p>
        <ButtonLink to="/signup" variant="secondary" className="mt-4">
          Get your referral code
        </ButtonLink>
      </Section>

      <section className="mx-auto w-full max-w-6xl px-4 pt-4">
        <div className="border-2 border-ink bg-[#16130e] p-6 text-[#f6efdf] sm:p-10">
          <h2 className="font-display text-3xl font-extrabold">Something to send?</h2>
          <div className="mt-5 flex flex-wrap gap-3">
            <Link
              to="/book"
              className="inline-flex min-h-12 items-center bg-danfo px-6 font-semibold text-black"
            >
              Book a Delivery
            </Link>
            <Link
              to="/contact"
              className="inline-flex min-h-12 items-center border-2 border-current px-6 font-semibold"
            >
              Contact Us
            </Link>
          </div>
        </div>
      </section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-6xl px-4 py-12">
      <h2 className="mb-6 font-display text-3xl font-extrabold">{title}</h2>
      {children}
    </section>
  );
}

function Promise({ head, text }: { head: string; text: string }) {
  return (
    <li className="border-t-4 border-dashed border-danfo pt-3">
      <h3 className="font-display text-xl font-bold">{head}</h3>
      <p className="mt-1 text-muted">{text}</p>
    </li>
  );
}

function Step({ n, head, text }: { n: number; head: string; text: string }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="grid size-12 shrink-0 place-items-center border-2 border-ink bg-danfo font-display text-2xl font-extrabold text-black"
      >
        {n}
      </span>
      <div>
        <h3 className="font-display text-xl font-bold">{head}</h3>
        <p className="text-muted">{text}</p>
      </div>
    </li>
  );
}
