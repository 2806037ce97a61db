/**
 * COMPANY-1: the facts about the company, such as its name and address, which pages, mails, labels and receipts show.
 * Each part of this page is saved separately.
 */
import type { Route } from "./+types/admin-company.route";
import { adminContext } from "../../access/principal-context.ts";
import { refusal } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { missingFacts } from "../../domain/company.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { pictureUrl } from "../../platform/files/picture-url.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { hasBookings } from "./change-company.server.ts";
import { AboutPart, CodesPart, HoursPart, LookPart, NamesPart, ReachPart } from "./company-parts.tsx";
import { ServedPart } from "./served-part.tsx";
import { fieldTexts } from "./field-texts.ts";
import { COMPANY_BUTTONS } from "./forms.server.ts";
import { statesWithoutHub } from "./served.ts";
import { RoadPart } from "./road-part.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Company");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, initialCompany } = context.get(servicesContext);
  const { company, version } = await readCompanyRow(db, initialCompany);
  const hubs = await readActiveHubs(db);
  return {
    version,
    texts: fieldTexts(company),
    unserved: company.unserved,
    logo: company.logo && pictureUrl(company.logo, 480),
    missing: missingFacts(company),
    codesGiven: await hasBookings(db),
    /** COMPANY-7: true if there is a hub. Without a hub the settings of hubs and runs are not shown. */
    road: hubs.length > 0,
    withoutHub: statesWithoutHub(hubs).filter((state) => !company.unserved.includes(state)),
    formKey: newIdempotencyKey(),
    mayNot: refusal(context.get(adminContext).role, "manageCompany"),
  };
}

export const action = staffAction({
  buttons: COMPANY_BUTTONS,
  to: () => "/admin/company",
});

export const clientAction = formClientAction<typeof action>();

export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { missing, unserved, logo, codesGiven, road, withoutHub, ...part } = loaderData;
  const shown = { ...part, refused: actionData };
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
      <div className="mt-6 grid max-w-3xl gap-6">
        <NamesPart {...shown} />
        <ReachPart {...shown} />
        <HoursPart {...shown} />
        <LookPart {...shown} logo={logo} />
        <AboutPart {...shown} />
        <ServedPart {...shown} unserved={unserved} withoutHub={withoutHub} />
        {road && <RoadPart {...shown} />}
        <CodesPart {...shown} given={codesGiven} />
      </div>
    </>
  );
}
