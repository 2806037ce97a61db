/** WAYBILL-2: the waybill for the signed-in sender or a guest's own browser. A code alone shows nothing. */
import { data } from "react-router";
import type { Route } from "./+types/sender-waybill.route";
import { asCustomer } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { OnlyForSender } from "../bookings/only-for-sender.tsx";
import { sentFromHere } from "../bookings/sender-browser.server.ts";
import { scannedTrackingCode } from "../../domain/codes-in-text.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { readOwnWaybills, readSentWaybills } from "./read-waybills.server.ts";
import { WaybillSheet } from "./waybill-sheet.tsx";
import { waybillPaperOf } from "./waybill.ts";
import { TextLink } from "../../ui/text-link.tsx";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Waybill");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const code = scannedTrackingCode(params.code);
  const customer = asCustomer(session);
  const sent = code && (await sentFromHere(services, request, session, code));
  const waybills = sent
    ? await readSentWaybills(services, sent)
    : code && customer
      ? await readOwnWaybills(services, customer, code)
      : [];
  return data(
    {
      waybills,
      paper: waybillPaperOf(new URL(request.url).searchParams),
      signedIn: customer !== null,
    },
    { status: waybills.length > 0 ? 200 : 404 },
  );
}

export default function SenderWaybillPage({ loaderData, params }: Route.ComponentProps) {
  const { waybills, paper, signedIn } = loaderData;
  const [waybill] = waybills;
  if (!waybill) return <NotTheSender code={params.code} signedIn={signedIn} />;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 print:max-w-none print:p-0">
      <div className="print:hidden">
        <p>
          <TextLink to={`/track?code=${waybill.code}`}>Track this parcel</TextLink>
        </p>
        <PageHead
          title="Waybill"
          text={
            waybill.pieces === 1
              ? "Print it and stick it on the parcel. No printer? Write the code on the parcel in large letters."
              : `Print them and stick one on each of the ${waybill.pieces} pieces. No printer? Write the code on each piece in large letters, with its number: ${waybill.code}-1.`
          }
        />
      </div>
      <div className="mt-4 print:mt-0">
        <WaybillSheet waybills={waybills} paper={paper} />
      </div>
    </div>
  );
}

function NotTheSender({ code, signedIn }: { code: string; signedIn: boolean }) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8">
      <OnlyForSender
        title="Only the sender can print this waybill"
        text={
          signedIn
            ? "This booking does not belong to your account. Sign in with the email used to book it."
            : "A waybill shows names and addresses. Sign in with the email you booked with."
        }
        signedIn={signedIn}
        next={`/waybill/${code}`}
      />
    </div>
  );
}
