/** HOME-2: the page 'About Us', from the company's facts. */
import type { Route } from "./+types/about.route";
import { LaneDivider } from "../../ui/lane-divider.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import { licenceText } from "../../domain/company.ts";
import { dayText, lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "About Us",
    description: `${since(args.loaderData?.founded)} carry parcels through ${companyIn(args).served}. Who we are and what matters to us.`,
    path: "/about",
  });

const since = (founded: number | null | undefined) => (founded ? `Since ${founded} we` : "We");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const company = await services.company();
  const { founded, motto, mottoText, story, values, leaders, licenceUntil } = company;
  return {
    ...{ founded, motto, mottoText, values, leaders, story: story.split(/\n{2,}/).filter(Boolean) },
    // An expired licence is not shown.
    licence:
      licenceUntil && licenceUntil < lagosDay(services.now())
        ? licenceText({ ...company, licenceNumber: "" })
        : licenceText(company),
    validUntil:
      company.licenceNumber && licenceUntil >= lagosDay(services.now()) ? dayText(licenceUntil) : "",
  };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { motto, mottoText, story, values, leaders, licence, validUntil } = loaderData;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10">
      <PageHead title="About Us" />
      {motto && (
        <p className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
          <span className="font-display text-[clamp(5rem,22vw,11rem)] leading-none font-extrabold">
            {motto}
          </span>
          <span className="max-w-xs pb-3 text-lg text-muted">{mottoText}</span>
        </p>
      )}
      <section className="mt-14 grid gap-6 md:grid-cols-[1fr_2fr]">
        <h2 className="font-display text-2xl font-extrabold">Our story</h2>
        <div className="grid max-w-prose gap-4 text-lg max-sm:text-[1.0625rem]">
          {story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <LaneDivider className="my-10" />
      <section className="grid gap-6 md:grid-cols-[1fr_2fr]">
        <h2 className="font-display text-2xl font-extrabold">Our values</h2>
        <dl className="grid gap-6 sm:grid-cols-2">
          {values.map(({ name, text }) => (
            <div key={name}>
              <dt className="font-display text-xl font-bold">{name}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {licence && (
        <>
          <LaneDivider className="my-10" />
          <section className="grid gap-6 md:grid-cols-[1fr_2fr]">
            <h2 className="font-display text-2xl font-extrabold">Licence and insurance</h2>
            <p className="max-w-prose text-lg">
              {licence}.{validUntil && ` The licence is valid until ${validUntil}.`}
            </p>
          </section>
        </>
      )}
      <LaneDivider className="my-10" />
      <section>
        <h2 className="font-display text-2xl font-extrabold">Leadership team</h2>
        <dl className="mt-4 border-t border-line">
          {leaders.map(({ name, role }) => (
            <div key={name} className="border-b border-line py-3 sm:grid sm:grid-cols-2">
              <dt className="font-display text-lg font-bold">{name}</dt>
              <dd className="text-muted">{role}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
