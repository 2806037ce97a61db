/** STAFF-34: a page of the manual. A printed page has no frame; the rider's page fits on one sheet. */
import { data } from "react-router";
import type { Route } from "./+types/manual-page.route";
import { MANUAL, MANUAL_PAGES, manualPath } from "../../access/manual-pages.ts";
import { adminContext } from "../../access/principal-context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { manualHtml } from "./manual.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, args.loaderData?.title ?? "Help");

export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const page = MANUAL_PAGES.find(({ slug }) => pathname.replace(/\.data$/, "") === manualPath(slug));
  if (!page) throw data(null, { status: 404 });
  const { role } = context.get(adminContext);
  return { title: page.title, html: manualHtml(page.slug, role) };
}

/** The HTML elements of the manual have no classes, so these classes of their parent style them. */
const TEXT =
  "mt-4 max-w-prose text-pretty print:max-w-none print:columns-2 print:gap-8 print:text-xs [&_a]:font-semibold [&_a]:underline [&_a]:underline-offset-4 [&_img]:max-h-[70vh] [&_img]:max-w-full [&_img]:border [&_img]:border-line print:[&_img]:hidden [&_h2]:mt-8 [&_h2]:font-display [&_h2]:text-xl [&_h2]:font-bold print:[&_h2]:mt-3 print:[&_h2]:text-sm [&_li]:mt-2 [&_li]:pl-1 print:[&_li]:mt-0.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 print:[&_p]:mt-1 [&_ul]:list-disc [&_ul]:pl-6";

export default function ManualPage({ loaderData }: Route.ComponentProps) {
  const { title, html } = loaderData;
  return (
    <>
      <div className="print:hidden">
        <BackLink to={MANUAL}>Help</BackLink>
      </div>
      <PageHead
        title={title}
        actions={
          <div className="print:hidden">
            <PrintButton label="Print" />
          </div>
        }
      />
      <div className={TEXT} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
