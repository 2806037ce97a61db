/** ONLINE-7: the receiver pays online at the door, by a QR code or its address. It needs a network, and ends when the day says so. */
import { useEffect, useState } from "react";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { PayHere } from "../deeds/protocol.ts";
import type { Parcel } from "../deeds/rider-day.ts";
import { fetchDay } from "./send-deeds.client.ts";
import { askPayHere } from "./server-asks.client.ts";

const LOOK_AGAIN_MS = 5_000;

export const PaidOnline = ({ parcels }: { parcels: readonly Parcel[] }) => {
  const sum = parcels.reduce((total, { paidOnlineKobo = 0 }) => total + paidOnlineKobo, 0);
  return sum > 0 ? <p className="note good">Paid online: {formatNaira(sum)}. Take no cash for it.</p> : null;
};

type Shown = { booking: string; here: PayHere | null };

export function PayOnlinePart({ due }: { due: readonly Parcel[] }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isAsking, setAsking] = useState(false);
  const parcel = due.find(({ booking }) => booking === shown?.booking);
  useLook(parcel !== undefined && shown?.here !== null);
  const show = async (booking: string) => {
    setAsking(true);
    setShown({ booking, here: await askPayHere(booking) });
    setAsking(false);
  };
  if (parcel && shown?.here) return <Code parcel={parcel} here={shown.here} />;
  return (
    <>
      {due.map(({ booking, code }) => (
        <button
          key={booking}
          type="button"
          className="button wide"
          disabled={isAsking}
          onClick={() => void show(booking)}
        >
          Pays online{due.length > 1 && `: ${readableTrackingCode(code)}`}
        </button>
      ))}
      {shown && !shown.here && (
        <p role="status" className="note wait">
          No network, or it cannot be paid online now.
        </p>
      )}
    </>
  );
}

/** The answer comes with the day: the parcel has nothing to pay any more. */
function useLook(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const looking = setInterval(() => void fetchDay().catch(() => {}), LOOK_AGAIN_MS);
    return () => clearInterval(looking);
  }, [isShown]);
}

function Code({ parcel, here: { url, kobo, qr } }: { parcel: Parcel; here: PayHere }) {
  return (
    <div className="money">
      <p>
        {formatNaira(kobo)} for {readableTrackingCode(parcel.code)}
      </p>
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
      <p>The receiver scans this with their phone, or opens:</p>
      <p className="code url">{url.replace(/^https?:\/\//, "")}</p>
      <p role="status" className="note wait">
        Keep the parcel until it says 'Paid online' here.
      </p>
    </div>
  );
}
