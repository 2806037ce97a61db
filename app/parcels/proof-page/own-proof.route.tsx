/**
 * PROOF-6: the page of a delivery's proof for its sender: the signed-in customer, the browser in which a
 * guest booked, or a person with the mailed URL. A tracking code alone shows nothing.
 */
import { data } from "react-router";
import type { Route } from "./+types/own-proof.route";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { OnlyForSender } from "../bookings/only-for-sender.tsx";
import { ownCode } from "../bookings/who-opens-own-booking.server.ts";
import { byCode, readProofOf } from "../proof/proof-of-parcel.server.ts";
import { ProofPage } from "../proof/proof-sheet.tsx";

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
  if (!proof) return <NotTheSender param={params.booking} signedIn={signedIn} />;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 print:max-w-none print:p-0">
      <ProofPage
        back={<TextLink to={`/track?code=${proof.code}`}>Track this parcel</TextLink>}
        proof={proof}
      />
    </div>
  );
}

const NotTheSender = ({ param, signedIn }: { param: string; signedIn: boolean }) => (
  <div className="mx-auto w-full max-w-3xl px-4 py-8">
    <OnlyForSender
      title="Only the sender can see this proof"
      text={
        signedIn
          ? "This booking does not belong to your account. Sign in with the email used to book it."
          : "It shows who took the parcel. Sign in with the email you booked with."
      }
      signedIn={signedIn}
      next={`/bookings/${param}/proof`}
    />
  </div>
);
