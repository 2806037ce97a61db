/** TRIP-20: the manifest of a run, for printing on A4 or on a paper roll 80 mm wide. */
import { data } from "react-router";
import type { Route } from "./+types/admin-manifest.route";
import { formatPhone } from "../../domain/phone.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { drawBars } from "../../platform/barcodes.server.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PaperLinks } from "../../ui/paper-links.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { counted } from "../runs/run-text.ts";
import { manifestRows, manifestPagesOf, MANIFEST_PAPERS, manifestPaperOf } from "./manifest.ts";
import { regularOfRun } from "../runs/regular-stops.server.ts";
import { ManifestRegular } from "./manifest-regular.tsx";
import { ManifestSheet } from "./manifest-sheet.tsx";
import { readPiecesOfRun, readRun, type RunOfPage } from "../runs/page/read-run.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Manifest");

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const page = await readRun(db, params.id);
  if (!page) throw data("There is no such run.", { status: 404 });
  const { run, hub, toHub } = page;
  const paper = manifestPaperOf(new URL(request.url).searchParams);
  const [pieces, bars, regular] = await Promise.all([
    readPiecesOfRun(db, run),
    drawBars(run.name),
    regularOfRun(db, run.id),
  ]);
  return {
    id: run.id,
    paper,
    regular,
    manifest: {
      ...{ name: run.name, kind: run.kind, day: run.day, bars },
      ...{ hub: hub.name, toHub: toHub && toHub.name, holder: holderText(page) },
      rows: manifestRows(run.kind, pieces, paper),
    },
  };
}

function holderText({ run, rider, partner }: RunOfPage): string {
  if (rider) return rider.name;
  if (!partner) return "Nobody yet";
  const phone = run.driverPhone && formatPhone(run.driverPhone);
  return [partner.company, run.driverName, phone, run.plate].filter(Boolean).join(", ");
}

export default function ManifestPage({ loaderData }: Route.ComponentProps) {
  const { id, paper, manifest, regular } = loaderData;
  const pages = manifestPagesOf(manifest.rows, paper).length;
  return (
    <>
      <div className="print:hidden">
        <p>
          <BackLink to={`/admin/runs/${id}`}>{manifest.name}</BackLink>
        </p>
        <PageHead
          title={`Manifest ${manifest.name}`}
          text={`${counted(pages, "page")}, as the run is now. Both sign it when the parcels change hands.`}
        />
      </div>
      {manifest.rows.length === 0 ? (
        regular.length === 0 && <EmptyState className="mt-6" title="Nothing on this run" />
      ) : (
        <>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
            <PrintButton label="Print" />
            <PaperLinks papers={MANIFEST_PAPERS} chosen={paper} />
          </div>
          <p className="mt-2 max-w-prose text-sm text-muted print:hidden">
            In the print window choose this paper size, 100 % and no margins.
          </p>
          <ManifestSheet manifest={manifest} paper={paper} />
        </>
      )}
      <ManifestRegular name={manifest.name} regular={regular} />
    </>
  );
}
