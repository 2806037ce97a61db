/** PROOF-6: the page of a delivery's proof for staff. It also shows the flags of the proof. */
import { data } from "react-router";
import type { Route } from "./+types/admin-proof.route";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { byCode, readProofOf } from "../proof/proof-of-parcel.server.ts";
import { ProofPage } from "../proof/proof-sheet.tsx";

export const handle: LiveHandle = { live: ({ code }) => [`booking:${code}`] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Proof of delivery");

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = `/admin/bookings/${params.code}/proof`;
  const proof = await readProofOf(context.get(servicesContext), byCode(params.code), {
    page,
    forStaff: true,
  });
  if (!proof) throw data("There is no such booking.", { status: 404 });
  return { proof };
}

export default function AdminProofPage({ loaderData: { proof } }: Route.ComponentProps) {
  return (
    <ProofPage
      back={<BackLink to={`/admin/bookings/${proof.code}`}>{readableTrackingCode(proof.code)}</BackLink>}
      proof={proof}
    />
  );
}
