/** ONLINE-7: lets the receiver pay online at the door. This part closes once the `RiderDay` shows the payment. */
import { useEffect, useState } from "react";
import { formatNaira } from "../../../domain/money.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import type { PayPage } from "../../deeds/phone-requests.ts";
import type { DayParcel } from "../../deeds/rider-day.ts";
import { fetchDay } from "../send/send-deeds.client.ts";
import { askPayHere } from "../send/server-asks.client.ts";
import { Tap } from "./controls.tsx";

const LOOK_AGAIN_MS = 5_000;

export const PaidOnline = ({ parcels }: { parcels: readonly DayParcel[] }) => {
  const sum = parcels.reduce((total, { paidOnlineKobo = 0 }) => total + paidOnlineKobo, 0);
  return sum > 0 ? <p className="note good">Paid online: {formatNaira(sum)}. Take no cash for it.</p> : null;
};

export type PayCode = { parcel: DayParcel; here: PayPage };

/**
 * Shows a button to pay online for each parcel. `onCode` gets the QR code, which the caller shows in place of the bank
 * account, so that the code is visible without scrolling.
 */
export function RiderPayOnline({
  due,
  onCode,
}: {
  due: readonly DayParcel[];
  onCode: (code: PayCode) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const show = async (parcel: DayParcel) => {
    setAsking(true);
    const here = await askPayHere(parcel.booking);
    setAsking(false);
    setFailed(!here);
    if (here) onCode({ parcel, here });
  };
  return (
    <>
      {due.map((parcel) => (
        <Tap key={parcel.booking} look="wide" disabled={isAsking} onClick={() => void show(parcel)}>
          Pays online{due.length > 1 && `: ${readableTrackingCode(parcel.code)}`}
        </Tap>
      ))}
      {isFailed && !isAsking && (
        <p role="status" className="note wait">
          No network, or it cannot be paid online now.
        </p>
      )}
    </>
  );
}

/** Fetches the `RiderDay` regularly, because it shows that the receiver has paid. */
function useLook(): void {
  useEffect(() => {
    const looking = setInterval(() => void fetchDay().catch(() => {}), LOOK_AGAIN_MS);
    return () => clearInterval(looking);
  }, []);
}

export function OnlineCode({ parcel, here: { url, kobo, qr }, onOther }: PayCode & { onOther: () => void }) {
  useLook();
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  return (
    <section className="stack" aria-label="Pay online">
      <p className="sum">{formatNaira(kobo)}</p>
      <p className="code">{readableTrackingCode(parcel.code)}</p>
      <svg
        className="qr"
        viewBox={`0 0 ${qr.width} ${qr.height}`}
        role="img"
        aria-label="QR code of the page to pay"
        shapeRendering="crispEdges"
      >
        <rect width={qr.width} height={qr.height} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p role="status" className="note wait">
        Keep the parcel until it says 'Paid online' here.
      </p>
      <p>
        The receiver scans this with their phone, or opens:{" "}
        <span className="code url">{url.replace(/^https?:\/\//, "")}</span>
      </p>
      <Tap look="wide" onClick={onOther}>
        Pays another way
      </Tap>
    </section>
  );
}
