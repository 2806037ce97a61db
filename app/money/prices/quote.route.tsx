/** PRICE-5: the price of a parcel before booking, for all services side by side. */
import { useEffect, useRef, type ReactNode } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import type { Route } from "./+types/quote.route";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { formatNaira, parseNaira } from "../../domain/money.ts";
import { stateLabel, STATES } from "../../domain/states.ts";
import { servicesContext } from "../../platform/context.ts";
import { checkValues, type RawValues } from "../../platform/http/form.server.ts";
import type { FieldErrors } from "../../platform/http/result.ts";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { WeightAndType } from "./weight-and-type.tsx";
import { currentPrices } from "./current-prices.server.ts";
import { PriceLines } from "./price-lines.tsx";
import { priceText, VALUE_HINT, VALUE_LABEL, WE_TELL } from "./price-text.ts";
import { ASK, asQuery } from "./asked.ts";
import { quoteForm, readQuoteForm } from "./quote-form.ts";
import { TicketText } from "./ticket-text.tsx";
import { daysWithoutPrices, quoteServices, type ServiceQuote } from "./quotes.server.ts";
import { deliveryProblem, pickupProblem } from "../../domain/served-states.ts";

export const handle = { style: "task" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Prices",
    description: `See what a parcel costs before you book: ${companyIn(args).served}, every service side by side.`,
    path: "/quote",
  });

const NAMES = ["from", "to", "weight", "type", "service", "value"];

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const values: RawValues = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null) values[name] = value.slice(0, 100);
  }
  const shown = { values, errors: {} as FieldErrors, quotes: null as ServiceQuote[] | null };
  const published = (await currentPrices(services)) !== null;
  // A link from the map contains only the states. So the values are checked only once the URL has a weight.
  if (values["weight"] === undefined) return { ...shown, published };
  const checked = checkValues(quoteForm, values);
  if (!checked.ok) return { ...shown, published, errors: checked.errors };
  const parcel = readQuoteForm(values);
  if (!parcel) throw new Error("a checked form is not valid");
  const company = await services.company();
  const unserved = {
    from: pickupProblem(company, parcel.from),
    to: deliveryProblem(company, parcel.to),
  };
  if (unserved.from || unserved.to)
    return {
      ...shown,
      published,
      errors: Object.fromEntries(Object.entries(unserved).filter((one): one is [string, string] => !!one[1])),
    };
  const quotes = await quoteServices(services, parcel);
  const { packageType } = parcel;
  return {
    ...shown,
    published,
    values: { ...values, type: packageType },
    quotes: quotes?.services ?? (await daysWithoutPrices(services, parcel)),
  };
}

const STATE_OPTIONS = [
  { value: "", label: "Choose a state" },
  ...STATES.map((name) => ({ value: name as string, label: stateLabel(name) })),
];

export default function QuotePage({ loaderData }: Route.ComponentProps) {
  const { values, errors, quotes, published } = loaderData;
  const navigation = useNavigation();
  const busy = navigation.state === "loading" && navigation.location.pathname === "/quote";
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  const form = (
    <Form
      method="get"
      noValidate
      action="/quote"
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-5"
    >
      <SelectField label="From" options={STATE_OPTIONS} {...field("from")} />
      <SelectField label="To" options={STATE_OPTIONS} {...field("to")} />
      <WeightAndType weight={field("weight")} type={field("type")} />
      <Field label={VALUE_LABEL} optional inputMode="decimal" hint={VALUE_HINT} {...field("value")} />
      {values["service"] && <input type="hidden" name="service" value={values["service"]} />}
      <div className="sm:col-span-2 lg:col-span-5">
        <Button type="submit" busy={busy} busyLabel="Calculating...">
          Show prices
        </Button>
      </div>
    </Form>
  );
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8">
      <PageHead
        title="What does it cost?"
        {...(!quotes && { text: "See the price of every service before you book. VAT is included." })}
      />
      {!published && (
        <p className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
          Prices are not online yet. Book your parcel: {WE_TELL.charAt(0).toLowerCase() + WE_TELL.slice(1)}{" "}
          before we collect it.
        </p>
      )}
      {quotes ? <Asked values={values}>{form}</Asked> : <div className="mt-6">{form}</div>}
      {quotes && (
        <section aria-label={published ? "Prices" : "Days"} className="mt-6">
          <ul className="grid gap-4 sm:grid-cols-3">
            {quotes.map((one) => (
              <ServiceCard key={one.service} {...one} values={values} />
            ))}
          </ul>
          {published && <p className="mt-4 text-sm text-muted">VAT is included.</p>}
        </section>
      )}
    </div>
  );
}

/** Shows the parcel in one line, so that the prices fit on the first screen. 'Change' opens the form. */
function Asked({ values, children }: { values: RawValues; children: ReactNode }) {
  const { hash, search } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const { from = "", to = "", weight = "", type = "", value = "" } = values;
  const worth = parseNaira(value);
  // Opens the form if the URL ends with #ask. Without JavaScript, the browser itself opens the form.
  useEffect(() => {
    if (hash === ASK && details.current) details.current.open = true;
  }, [hash, search]);
  return (
    <details key={search} ref={details} className="mt-6">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 border-l-8 border-danfo bg-card px-4 py-2">
        <h2 className="basis-full font-display text-xl font-bold">{`${stateLabel(from)} to ${stateLabel(to)}`}</h2>
        <span className="flex-1 basis-32">
          {[
            `${weight.replace(/kg$/i, "").trim()} kg`,
            type,
            value && `worth ${worth.ok ? formatNaira(worth.kobo) : `₦${value}`}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
        <span className="shrink-0 font-semibold underline underline-offset-4">Change</span>
      </summary>
      <div id={ASK.slice(1)} className="mt-4">
        {children}
      </div>
    </details>
  );
}

/** PRICE-10: returns the URL of the booking form with the values of this page. */
function bookingOf(service: string, values: RawValues): string {
  const { from = "", to = "", weight = "", type = "", value = "" } = values;
  return `/book?${asQuery({ from, to, weight, type, service, value, hub: "", pickup: "", pays: "" })}`;
}

function ServiceCard({ service, quote, days, back, values }: ServiceQuote & { values: RawValues }) {
  const offered = quote.ok || quote.reason !== "not_offered";
  const away = service === "same_day" && values["from"] !== values["to"];
  return (
    <li
      aria-current={values["service"] === service ? "true" : undefined}
      className="flex min-w-0 flex-col gap-3 border border-line bg-field p-4 aria-current:border-ink aria-current:bg-danfo aria-current:text-black aria-current:[--color-muted:#000]"
    >
      <h3>
        <TicketText
          service={service}
          price={priceText(quote)}
          days={days}
          refused={offered ? null : away ? "Only within one city." : "Not between these states."}
        />
      </h3>
      {back && <p className="text-sm text-muted">{back}</p>}
      {offered && (
        <ButtonLink to={bookingOf(service, values)} variant="secondary" className="mt-auto">
          Book {DELIVERY_TYPE_LABELS[service].name}
        </ButtonLink>
      )}
      {quote.ok && (
        <details>
          <summary
            aria-label={`Price breakdown: ${DELIVERY_TYPE_LABELS[service].name}`}
            className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
          >
            Price breakdown
          </summary>
          <PriceLines lines={quote.lines} total={quote.totalKobo} />
        </details>
      )}
    </li>
  );
}
