/** STAFF-34: the pages of the manual that a role reads. */
import type { Route } from "./+types/manual.route";
import { manualPath } from "../../access/manual-pages.ts";
import { adminContext } from "../../access/principal-context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { manualPagesFor } from "./manual.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Help");

export const loader = ({ context }: Route.LoaderArgs) => ({
  pages: manualPagesFor(context.get(adminContext).role),
});

export default function ManualList({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Help" text="How each of us works, step by step. A page for each place of work." />
      <ul className="mt-6 max-w-3xl border-t border-line">
        {loaderData.pages.map(({ slug, title, text }) => (
          <li key={slug} className="border-b border-line py-3">
            <TextLink to={manualPath(slug)}>{title}</TextLink>
            <p className="max-w-prose">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
