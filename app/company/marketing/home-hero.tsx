/** The first screen of Home: book, or find a parcel. On a phone the prices follow below. */
import { Form, Link } from "react-router";
import { BlackLink } from "../../ui/black-link.tsx";
import { Danfo, Road } from "../../ui/danfo.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

/** Draws the first screen. `priced` is true if there is an active price list. */
export function Hero({ priced, tagline }: { priced: boolean; tagline: string }) {
  return (
    <section className="overflow-hidden bg-danfo text-black">
      <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 px-4 pt-7 sm:pt-14 lg:grid-cols-[1.4fr_1fr] lg:grid-rows-[auto_1fr]">
        <div className="lg:row-span-2 lg:pb-16">
          <h1
            tabIndex={-1}
            className="font-display text-[clamp(2.5rem,11.5vw,4.75rem)] leading-[0.98] font-extrabold tracking-tight"
          >
            {tagline}
          </h1>
          <p className="mt-4 max-w-[34rem] text-base sm:mt-5 sm:text-xl">
            {`We collect at your door and deliver in ${useCompany().served}. Book from any phone.`}
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <BlackLink to="/book">Book a Delivery</BlackLink>
            <p className="font-semibold">No account needed</p>
            {priced && (
              <Link
                to="/quote"
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 max-sm:hidden"
              >
                What does it cost?
              </Link>
            )}
          </div>
        </div>
        <Form
          method="get"
          noValidate
          action="/track"
          className="border-2 border-black bg-[#fbf8f1] p-4 sm:p-5"
        >
          <label htmlFor="home-code" className="font-display text-xl font-bold">
            Where is my parcel?
          </label>
          <div className="mt-2 flex">
            <input
              id="home-code"
              name="code"
              required
              placeholder={useCompany().example}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="min-h-12 min-w-0 grow border-2 border-r-0 border-black bg-white px-3 font-semibold text-black placeholder:font-normal placeholder:text-[#5f5748]"
            />
            <button
              type="submit"
              className="min-h-12 border-2 border-black bg-black px-6 font-semibold text-danfo hover:bg-[#2b2416]"
            >
              Track
            </button>
          </div>
        </Form>
        <Danfo className="relative top-0.5 block w-52 self-end sm:w-96 lg:ml-auto lg:w-full lg:max-w-md" />
      </div>
      <Road />
    </section>
  );
}
