/** TRIP-20: the manifest of a run, to be printed on A4 or on a roll of 80 mm. */
import { data } from "react-router";
import type { Route } from "./+types/admin-manifest.route";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PaperLinks } from "../../ui/paper-links.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { ManifestSheet } from "./manifest-sheet.tsx";
import { MANIFEST_PAPERS, manifestPaperOf } from "./manifest.ts";
import { readManifest } from "./read-manifest.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Manifest");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const manifest = await readManifest(context.get(servicesContext).db, params.id);
  if (!manifest) throw data("There is no such run.", { status: 404 });
  return { manifest, paper: manifestPaperOf(new URL(request.url).searchParams) };
}

export default function AdminManifestPage({ loaderData: { manifest, paper } }: Route.ComponentProps) {
  return (
    <>
      <div className="print:hidden">
        <p>
          <BackLink to={`/admin/runs/${manifest.id}`}>{`Run ${manifest.name}`}</BackLink>
        </p>
        <PageHead
          title="Manifest"
          text={`${manifest.name}, as it is now. Both sign it when the parcels change hands.`}
        />
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <PrintButton label="Print" />
          <PaperLinks papers={MANIFEST_PAPERS} chosen={paper} />
        </div>
      </div>
      <div className="mt-6 max-w-full overflow-x-auto outline-2 outline-line outline-dashed print:mt-0 print:overflow-visible print:outline-none">
        <ManifestSheet manifest={manifest} paper={paper} />
      </div>
    </>
  );
}
