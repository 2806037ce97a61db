/**
 * PROOF-6: the proof of a delivery for its sender: the account, the browser that booked as a guest, or the mailed address. A
 * code alone shows nothing.
 */
import { data } from "react-router";
import type { Route } from "./+types/own-proof.route";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ownCode } from "../bookings/own-booking.server.ts";
import { byCode, readProofOf } from "../proof/proof-of-parcel.server.ts";
import { ProofSheet } from "../proof/proof-sheet.tsx";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Proof of delivery");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const code = await ownCode(services, request, session, params.booking);
  const page = `/bookings/${params.booking}/proof`;
  const proof = code ? await readProofOf(services, byCode(code), { page, forStaff: false }) : null;
  const shown = { proof, signedIn: session.person !== null };
  return data(shown, { status: proof ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function OwnProofPage({ loaderData, params }: Route.ComponentProps) {
  const { proof, signedIn } = loaderData;
  if (!proof) return <OnlyForSender param={params.booking} signedIn={signedIn} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 print:max-w-none print:p-0">
      <div className="print:hidden">
        <p>
          <TextLink to={`/track?code=${proof.code}`}>Track this parcel</TextLink>
        </p>
        <PageHead title="Proof of delivery" />
      </div>
      <ProofSheet proof={proof} />
    </div>
  );
}

const OnlyForSender = ({ param, signedIn }: { param: string; signedIn: boolean }) => (
  <div className="mx-auto w-full max-w-3xl px-4 py-8">
    <PageHead
      title="Only the sender can see this proof"
      text={
        signedIn
          ? "This booking does not belong to your account. Sign in with the email used to book it."
          : "It shows who took the parcel. Sign in with the email you booked with."
      }
    />
    {!signedIn && (
      <p className="mt-6">
        <ButtonLink to={`/login?next=${encodeURIComponent(`/bookings/${param}/proof`)}`}>Sign in</ButtonLink>
      </p>
    )}
  </div>
);
