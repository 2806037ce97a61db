/**
 * COMPANY-1: the facts about the company that pages, mails, labels and receipts show, such as its name.
 * `?part=` opens a part, which has its own save button and a preview of the typed text (COMPANY-9).
 */
import type { ReactNode } from "react";
import type { Route } from "./+types/admin-company.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { missingFacts } from "../../domain/company.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { pictureUrl } from "../../platform/files/picture-url.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Link } from "../../ui/link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { hasBookings } from "./change-company.server.ts";
import { COMPANY_PARTS, partOf, partPath, partsShown, type CompanyPart } from "./company-part-list.ts";
import { AboutPart, HoursPart, NamesPart, ReachPart } from "./company-parts.tsx";
import { CompanyPreview } from "./company-preview.tsx";
import { CodesPart, LookPart } from "./look-part.tsx";
import { ServedPart } from "./served-part.tsx";
import { fieldTexts } from "./field-texts.ts";
import { COMPANY_BUTTONS } from "./forms.server.ts";
import { statesWithoutHub } from "../../domain/states-without-hub.ts";
import { RoadPart } from "./road-part.tsx";
import { useTyped } from "./use-typed.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Company");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, initialCompany } = context.get(servicesContext);
  const { company, version } = await readCompanyRow(db, initialCompany);
  const hubs = await readActiveHubs(db);
  const wanted = partOf(new URL(request.url).searchParams.get("part"));
  return {
    // COMPANY-7: without a hub the page hides the settings of hubs and runs.
    part: wanted && partsShown(hubs.length > 0).includes(wanted) ? wanted : "names",
    version,
    texts: fieldTexts(company),
    unserved: company.unserved,
    logo: company.logo && pictureUrl(company.logo, 480),
    missing: missingFacts(company),
    codesGiven: await hasBookings(db),
    /** COMPANY-7: true if there is a hub. Without a hub the settings of hubs and runs are hidden. */
    road: hubs.length > 0,
    withoutHub: statesWithoutHub(hubs).filter((state) => !company.unserved.includes(state)),
    formKey: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: COMPANY_BUTTONS,
  to: (_, { request }) => {
    const part = partOf(new URL(request.url).searchParams.get("part"));
    return part ? partPath(part) : "/admin/company";
  },
});

export const clientAction = formClientAction<typeof action>();

export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { missing, unserved, logo, codesGiven, road, withoutHub, part: wanted, ...stored } = loaderData;
  const part = partOf(actionData?.values["intent"]) ?? wanted;
  const shown = { ...stored, refused: actionData };
  const typed = useTyped(part);
  const texts = { ...stored.texts, ...actionData?.values, ...typed.texts };
  const forms: Record<CompanyPart, ReactNode> = {
    names: <NamesPart {...shown} />,
    reach: <ReachPart {...shown} />,
    hours: <HoursPart {...shown} />,
    look: <LookPart {...shown} logo={logo} />,
    about: <AboutPart {...shown} />,
    served: <ServedPart {...shown} unserved={unserved} withoutHub={withoutHub} />,
    road: road && <RoadPart {...shown} />,
    codes: <CodesPart {...shown} given={codesGiven} />,
  };
  return (
    <>
      <PageHead
        title="Company"
        text="What customers read about you: on every page, and on mails, labels and receipts."
      />
      {missing.length > 0 && (
        <p role="status" className="mt-4 max-w-3xl border-l-8 border-danfo bg-card px-4 py-3">
          Still missing: {missing.join(", ")}.
        </p>
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] 2xl:grid-cols-[12rem_minmax(0,44rem)_minmax(18rem,24rem)]">
        <Parts parts={partsShown(road)} current={part} />
        <div key={part} onInput={typed.onInput} className="grid min-w-0 gap-6">
          {forms[part]}
        </div>
        <div className="min-w-0 lg:col-start-2 2xl:col-start-3 2xl:row-start-1">
          <CompanyPreview part={part} texts={texts} logo={typed.logo ?? logo} />
        </div>
      </div>
    </>
  );
}

function Parts({ parts, current }: { parts: readonly CompanyPart[]; current: CompanyPart }) {
  return (
    <nav aria-label="Parts">
      <ul className="grid grid-cols-2 gap-x-4 lg:grid-cols-1">
        {parts.map((part) => (
          <li key={part}>
            <Link
              to={partPath(part)}
              preventScrollReset
              aria-current={part === current ? "page" : undefined}
              className="flex min-h-11 items-center border-l-4 border-transparent pl-3 font-semibold aria-[current=page]:border-ink aria-[current=page]:bg-card"
            >
              {COMPANY_PARTS[part]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
