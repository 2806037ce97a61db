/** A booking beside the list of bookings: the facts for a phone call, the status form and the history. */
import { useEffect } from "react";
import { ChevronDown, ChevronUp, type LucideIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { officeDay } from "../../domain/promise.ts";
import { formatWeight } from "../../domain/weight.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CloseButton } from "../../ui/close-button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { leaveList } from "../../ui/list-return.ts";
import { HeldPieces } from "../custody/held-pieces.tsx";
import { BookingNote } from "./booking-note.tsx";
import { BookingMoney } from "./booking-money.tsx";
import { PhoneLinks } from "./phone-links.tsx";
import { BookingStatusBadge } from "./booking-status-badge.tsx";
import { HistoryItem } from "./history-item.tsx";
import type { BookingDetails } from "./one-booking.server.ts";
import { StatusChanger } from "./status-changer.tsx";

export type PanelData = BookingDetails & {
  key: string;
  noteKey: string;
  team: readonly { id: string; name: string }[];
  mayNotChange: string | null;
  /** The URL of the chat with the receiver, with the text filled in. Null if no more messages may be sent. */
  toReceiver: string | null;
};

type Props = {
  code: string;
  /** If the search text is a whole tracking code: the booking with this code, loaded by the page. Otherwise null. */
  loaded: PanelData | null;
  /** The version of the booking in the list. A panel with an older version loads the booking again. */
  version: number | null;
  onClose: () => void;
  /** Opens the row before (`onPrevious`) or after (`onNext`) this one. Null at the end of the list. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

export function BookingPanel({ code, loaded, version, onClose, onPrevious, onNext }: Props) {
  const fetcher = useFetcher<PanelData>({ key: "booking-panel" });
  const { load } = fetcher;
  const own = loaded?.booking.trackingCode === code ? loaded : null;
  const fetched = fetcher.data?.booking.trackingCode === code ? fetcher.data : null;
  const found =
    own && fetched ? (own.booking.version >= fetched.booking.version ? own : fetched) : (own ?? fetched);
  const stale = !found || (version !== null && found.booking.version < version);
  useEffect(() => {
    if (stale) void load(`/admin/bookings/${code}`);
  }, [code, stale, load]);

  return (
    <section
      id="booking-panel"
      aria-label={`Booking ${code}`}
      className="mt-4 overflow-y-auto border-t-8 border-danfo bg-paper p-4 shadow-[0_0_0_1px_var(--color-line)] lg:mt-2"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 tabIndex={-1} className="font-display text-lg font-extrabold whitespace-nowrap">
          {readableTrackingCode(code)}
        </h2>
        <span className="ml-auto flex noscript:hidden">
          <Step label="Previous booking" onStep={onPrevious} icon={ChevronUp} />
          <Step label="Next booking" onStep={onNext} icon={ChevronDown} />
          <CloseButton onClick={onClose} />
        </span>
      </div>
      {found ? <Booking found={found} /> : <p role="status">Loading...</p>}
    </section>
  );
}

type StepProps = { label: string; onStep: (() => void) | null; icon: LucideIcon };

function Step({ label, onStep, icon: Icon }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={!onStep}
      onClick={onStep ?? undefined}
      className="grid size-11 place-items-center disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

function Booking({ found }: { found: PanelData }) {
  const { booking, events, phones, team, noteKey, key: formKey, mayNotChange } = found;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <BookingStatusBadge status={booking.status} />
        <ButtonLink
          size="sm"
          variant="secondary"
          to={`/admin/bookings/${booking.trackingCode}`}
          onClick={() => leaveList(booking.id)}
        >
          Full page
        </ButtonLink>
        {found.toReceiver && (
          <ButtonLink size="sm" variant="secondary" href={found.toReceiver} external>
            WhatsApp to receiver
          </ButtonLink>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-2">
        <StatusChanger key={booking.id} booking={{ ...booking, key: formKey }} mayNotChange={mayNotChange} />
        <CopyButton text={booking.trackingCode} label="Copy code" />
      </div>
      <div className="mt-3 empty:hidden">
        <HeldPieces pieces={found.held} />
      </div>
      <div className="mt-3">
        <BookingMoney found={found} />
      </div>
      <Person
        title="Receiver"
        name={booking.receiverName}
        phone={booking.receiverPhone}
        e164={phones.receiver}
        address={wholeAddress(booking.receiverAddress, booking.receiverState)}
      />
      <Person
        title="Sender"
        name={booking.senderName}
        phone={booking.senderPhone}
        e164={phones.sender}
        address={wholeAddress(booking.senderAddress, booking.senderState)}
        more={booking.senderEmail}
      />
      <h3 className="mt-4 font-display font-bold">Package</h3>
      <p className="wrap-anywhere">{booking.packageDescription}</p>
      <p className="text-sm text-muted">
        {booking.packageType}, {formatWeight(booking.packageWeight)},{" "}
        {DELIVERY_TYPE_LABELS[booking.deliveryType].name}. Booked {formatAdminDateTime(booking.createdAt)},
        due {officeDay(booking.promisedDay)}.
      </p>
      {booking.notes && <p>{booking.notes}</p>}
      <h3 className="mt-4 mb-2 font-display font-bold">Team</h3>
      <BookingNote key={booking.id} {...{ booking, team, mayNotChange }} formKey={noteKey} />
      <h3 className="mt-4 mb-2 font-display font-bold">History</h3>
      <ol className="border-l-4 border-dashed border-ink pl-4">
        {events.toReversed().map((event) => (
          <HistoryItem key={event.id} event={event} />
        ))}
      </ol>
    </>
  );
}

const wholeAddress = (address: string, state: string) =>
  address.toLowerCase().includes(state.toLowerCase()) ? address : `${address}, ${state}`;

type PersonProps = {
  title: string;
  name: string;
  phone: string;
  e164: string | null;
  address: string;
  more?: string;
};

function Person({ title, name, phone, e164, address, more }: PersonProps) {
  return (
    <>
      <h3 className="mt-4 font-display font-bold">{title}</h3>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <div>
        <PhoneLinks phone={phone} e164={e164} whose={title} />
      </div>
      {more && (
        <p className="text-sm text-muted">
          <Breakable text={more} />
        </p>
      )}
      <p className="wrap-anywhere">{address}</p>
    </>
  );
}
