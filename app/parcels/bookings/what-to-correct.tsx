/** STAFF-23, STAFF-28: possible errors in a booking's details, and the form that corrects the details. */
import type { Route } from "./+types/admin-booking.route";
import { useMay } from "../../access/use-may.ts";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { stateLabel } from "../../domain/states.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { CorrectionFormView } from "./correction-form.tsx";

type Props = {
  found: Route.ComponentProps["loaderData"];
  correction: { key: string; errors: Record<string, string>; values: Record<string, string> } | null;
};

export function WhatIsInDoubt({ found }: Pick<Props, "found">) {
  const { booking, requote, doubtful } = found;
  const readsMoney = useMay("readMoney");
  return (
    <>
      {requote && (
        <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3 print:hidden">
          {requote.after
            ? `With the corrected details the price is ${formatNaira(requote.after.totalKobo)}, not ${formatNaira(requote.before.totalKobo)}. `
            : "The price list has no price for the corrected details. "}
          {readsMoney && (
            <TextLink to={`/admin/bookings/${booking.trackingCode}/money`}>See the price</TextLink>
          )}
        </p>
      )}
      {doubtful.length > 0 && (
        <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3 print:hidden">
          {doubtful
            .map((end) =>
              end === "sender"
                ? `The ${firstMile(booking.dropOffHubId !== null).address.toLowerCase()} says another state than ${stateLabel(booking.senderState)}.`
                : `The delivery address says another state than ${stateLabel(booking.receiverState)}.`,
            )
            .join(" ")}{" "}
          Correct the state below, or confirm it there.
        </p>
      )}
    </>
  );
}

export function WhatToCorrect({ found, correction }: Props) {
  const { booking, doubtful, withPieces, withPayer } = found;
  return (
    <CorrectionFormView
      booking={booking}
      formKey={correction?.key ?? found.correctionKey}
      errors={correction?.errors ?? {}}
      stateInDoubt={doubtful.length > 0}
      withCollect={found.withCollect}
      withPieces={withPieces}
      isBrought={booking.dropOffHubId !== null}
      withPayer={withPieces && withPayer}
      withSenderEmail={!booking.senderEmail.endsWith(".invalid")}
      withEmail={withPayer || booking.receiverEmail !== null}
      values={{
        senderAddress: booking.senderAddress,
        senderState: booking.senderState,
        senderPhone: booking.senderPhone,
        senderEmail: booking.senderEmail,
        receiverAddress: booking.receiverAddress,
        receiverState: booking.receiverState,
        receiverPhone: booking.receiverPhone,
        receiverEmail: booking.receiverEmail ?? "",
        packageWeight: String(booking.packageWeight),
        pieces: String(booking.pieces),
        paysDelivery: booking.paysDelivery,
        collect: found.collectKobo === null ? "" : plainNaira(found.collectKobo),
        ...correction?.values,
      }}
    />
  );
}
