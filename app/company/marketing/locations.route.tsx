/** HUB-7: the page of the hubs, on a map and as a list. Without a hub it shows the company's contacts. */
import type { Route } from "./+types/locations.route";
import { hoursLines } from "../../domain/office-hours.ts";
import { formatPhone } from "../../domain/phone.ts";
import { readHours } from "../../domain/read-hours.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { openNow } from "../contact/opening-hours.ts";
import { HubMap } from "./hub-map.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Our Locations",
    description: `Where to bring a parcel to ${companyIn(args).name}, and where to collect one: addresses, opening hours and phone numbers.`,
    path: "/locations",
  });

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [hubs, { holidays }] = await Promise.all([activeHubs(services), services.company()]);
  const now = services.now();
  return {
    hubs: hubs.map(({ id, name, state, phone, address, hours: written }) => {
      const hours = written
        .split("\n")
        .map(readHours)
        .flatMap((line) => ("wrong" in line ? [] : [line]));
      return {
        ...{ id, name, state, phone, address },
        phoneText: formatPhone(phone),
        hours: hoursLines(hours),
        now: hours.length > 0 ? openNow(now, { hours, holidays }) : null,
      };
    }),
  };
}

type Shown = Route.ComponentProps["loaderData"]["hubs"][number];

export default function LocationsPage({ loaderData: { hubs } }: Route.ComponentProps) {
  if (hubs.length === 0) return <AskUs />;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <PageHead
        title="Our Locations"
        text="Bring your parcel here, or collect one that waits for you. We pick up at your door, too."
        actions={<ButtonLink to="/book">Book a Delivery</ButtonLink>}
      />
      <div className="mt-6 grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_1.1fr]">
        <div className="lg:col-start-2 lg:row-start-1">
          <HubMap hubs={hubs} />
        </div>
        <ol className="border-t border-line">
          {hubs.map((hub, index) => (
            <Location key={hub.id} hub={hub} number={index + 1} />
          ))}
        </ol>
      </div>
    </div>
  );
}

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

function Location({ hub, number }: { hub: Shown; number: number }) {
  const { name, address, hours, now, phone, phoneText } = hub;
  return (
    <li className="border-b border-line py-3">
      <h2 className="flex items-center gap-3 font-display text-xl font-bold">
        <span aria-hidden className="bg-danfo px-3 py-1 text-black">
          {number}
        </span>
        {name}
      </h2>
      <address className="mt-2 wrap-anywhere not-italic">{address}</address>
      {hours.length > 0 && (
        <ul className="text-muted">
          {hours.map((line) => (
            <li key={line}>{line.replace(" ", ": ")}</li>
          ))}
        </ul>
      )}
      {now && <p className={`font-semibold ${now.open ? "text-go" : "text-stop"}`}>{now.text}</p>}
      <p className="flex flex-wrap gap-x-6">
        <a href={`tel:${phone}`} className={LINK}>
          {phoneText}
        </a>
        <a
          href={`geo:0,0?${new URLSearchParams({ q: address })}`}
          rel="noopener"
          className={LINK}
          aria-label={`Show on a map: ${name}`}
        >
          Show on a map
        </a>
      </p>
    </li>
  );
}

function AskUs() {
  const { address, phone, phoneText } = useCompany();
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <PageHead
        title="Our Locations"
        text="We pick up parcels at your door, and bring them to the receiver."
      />
      {address && <address className="mt-4 text-lg not-italic">{address}</address>}
      <p className="mt-2 flex flex-wrap gap-x-6">
        {phone && (
          <a href={`tel:${phone}`} className={LINK}>
            {phoneText}
          </a>
        )}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/book">Book a Delivery</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Ask us
        </ButtonLink>
      </p>
    </div>
  );
}
