/**
 * The facts of a booking that staff and senders see. A new field of the form needs a line in the list of each reader.
 * Longer than 250 lines because the file is the table of all facts of a booking.
 */
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { formatAdminDateTime, lagosTime } from "../../domain/dates.ts";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { USUAL_PAYER } from "../../domain/pays-delivery.ts";
import { exportPhone, formatPhone } from "../../domain/phone.ts";
import { HEAVY_STAFF_TEXT, isHeavy, packageText } from "../../domain/pieces.ts";
import { arrivalText, dayData, officeDay, pickupText } from "../../domain/promise.ts";
import { COLLECT_LABEL } from "../../domain/settlement.ts";
import { placeText, stateLabel } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import { doorText, type DoorAmount } from "../../domain/door-amount.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { BookingDetails } from "./one-booking.server.ts";

type Booking = BookingDetails["booking"];
export type Fact = [string, string];
export type PossibleFact = [string, string | null];

const service = ({ deliveryType }: Booking) =>
  `${DELIVERY_TYPE_LABELS[deliveryType].name} (${DELIVERY_TYPE_LABELS[deliveryType].promise})`;

const place = (address: string, town: string | null, state: string): PossibleFact[] => [
  ["Address", address],
  // A town such as Kano has the same name as its state. Only the state is shown then.
  ["Town", town === state ? null : town],
  ["State", stateLabel(state)],
];

/** COD-1, COD-9: returns the amount to collect for the goods. Empty without cash on delivery. */
const amountToCollect = (kobo: number | null, { codKobo }: DoorAmount, returning = false): Fact[] =>
  kobo === null ? [] : [[COLLECT_LABEL, returning ? NONE_GOES_BACK : formatNaira(codKobo)]];
export const NONE_GOES_BACK = "None: it goes back";

export const DROP_OFF = "Drop-off";

const isBrought = ({ dropOffHubId }: Pick<Booking, "dropOffHubId">): boolean => dropOffHubId !== null;
const payerLabel = (booking: Pick<Booking, "paysDelivery" | "dropOffHubId">): string =>
  firstMile(isBrought(booking)).payerLabels[booking.paysDelivery];

/** BOOK-29: returns the payer and the amount due at the receiver's door. Empty if the sender pays before the pickup. */
const payer = (booking: Pick<Booking, "paysDelivery" | "dropOffHubId">, door: DoorAmount): Fact[] => [
  ...(booking.paysDelivery === USUAL_PAYER ? [] : [["Delivery paid by", payerLabel(booking)] satisfies Fact]),
  ...(door.deliveryKobo > 0 ? [["At the door", doorText(door) ?? ""] satisfies Fact] : []),
];

const LOOK = "The receiver may look inside before paying";
const lookInside = ({ mayLookInside }: Pick<Booking, "mayLookInside">): PossibleFact => [
  "Look inside",
  mayLookInside ? LOOK : null,
];

/** A fact for staff. `phone` is a number in E.164, from which links for a call and a chat are made. */
export type StaffFact = [name: string, value: string | null, phone?: string | null];

const packageFacts = ({
  booking,
  collectKobo,
  collectedKobo,
  door,
  returning,
}: BookingDetails): StaffFact[] => [
  ["Description", booking.packageDescription],
  ["On the track page", booking.shareDescription ? "Description shown" : "'Package' only"],
  ["Type", booking.packageType],
  ["Pieces", booking.pieces > 1 ? String(booking.pieces) : null],
  [
    "Weight",
    formatWeight(booking.packageWeight) + (isHeavy(booking.packageWeight) ? `. ${HEAVY_STAFF_TEXT}.` : ""),
  ],
  ["Declared value", booking.declaredValueKobo === null ? null : formatNaira(booking.declaredValueKobo)],
  ...amountToCollect(collectKobo, door, returning),
  ...(collectKobo === null ? [] : [["Collected", formatNaira(collectedKobo ?? 0)] satisfies Fact]),
  lookInside(booking),
  ["Notes", booking.notes],
];

/** Returns the facts on the back office's page of a booking, without the facts that are unknown. */
export function staffFacts(details: BookingDetails): { title: string; rows: StaffFact[] }[] {
  const { booking, customerEmail, referrerEmail, orderCode, dropOffHub, phones, door } = details;
  const parts: { title: string; rows: StaffFact[] }[] = [
    {
      title: "Sender",
      rows: [
        ["Name", booking.senderName],
        ["Email", booking.senderEmail || null],
        ["Phone", booking.senderPhone, phones.sender],
        ...place(booking.senderAddress, booking.senderTown, booking.senderState),
        ["Account", customerEmail ?? "Guest"],
      ],
    },
    {
      title: "Receiver",
      rows: [
        ["Name", booking.receiverName],
        ["Phone", booking.receiverPhone, phones.receiver],
        ["Email", booking.receiverEmail],
        ...place(booking.receiverAddress, booking.receiverTown, booking.receiverState),
      ],
    },
    { title: "Package", rows: packageFacts(details) },
    {
      title: "Delivery",
      rows: [
        ["Type", service(booking)],
        [DROP_OFF, dropOffHub],
        ...payer(booking, door),
        ...pickupFact(booking),
        ["Estimated", officeDay(booking.estimatedDelivery)],
        ["New day", booking.movedTo && officeDay(booking.promisedDay)],
        ["Delivered", booking.deliveredAt && formatAdminDateTime(booking.deliveredAt)],
        ["Last change", formatAdminDateTime(booking.updatedAt)],
        ["Referral code", booking.referralCode],
        ["Referred by", referrerEmail],
        ["Store order", orderCode],
      ],
    },
  ];
  return parts.map(({ title, rows }) => ({ title, rows: rows.filter(([, value]) => value) }));
}

/**
 * The amounts are in kobo. `priceKobo` and `paidKobo` are null for a booking without a price. `doorKobo`
 * (COD-9) is null if nothing is to be collected.
 */
type ExportedRow = Omit<Booking, "search"> &
  Record<"priceKobo" | "paidKobo" | "doorKobo", number | null> & { dropOffHub: string | null };

export const CSV_COLUMNS: readonly [string, (row: ExportedRow) => string | null][] = [
  ["Booking Code", (row) => row.trackingCode],
  ["Created (Lagos)", (row) => lagosTime(row.createdAt)],
  ["Status", (row) => BOOKING_STATUS_LABELS[row.status]],
  ["Delivery Type", (row) => DELIVERY_TYPE_LABELS[row.deliveryType].name],
  ["Pickup Day", (row) => row.pickupDay],
  ["Estimated Delivery", (row) => dayData(row.estimatedDelivery)],
  ["Promised Day", (row) => dayData(row.promisedDay)],
  ["Delivered", (row) => row.deliveredAt && lagosTime(row.deliveredAt)],
  ["Sender", (row) => row.senderName],
  ["Sender Email", (row) => row.senderEmail],
  ["Sender Phone", (row) => exportPhone(row.senderPhone)],
  ["Sender Address", (row) => row.senderAddress],
  ["Sender State", (row) => row.senderState],
  ["Receiver", (row) => row.receiverName],
  ["Receiver Phone", (row) => exportPhone(row.receiverPhone)],
  ["Receiver Address", (row) => row.receiverAddress],
  ["Receiver State", (row) => row.receiverState],
  ["Package", (row) => row.packageDescription],
  ["Package Type", (row) => row.packageType],
  ["Weight (kg)", (row) => String(row.packageWeight)],
  ["Price (naira)", (row) => (row.priceKobo === null ? null : plainNaira(row.priceKobo))],
  ["Paid (naira)", (row) => (row.paidKobo === null ? null : plainNaira(row.paidKobo))],
  ["To Collect (naira)", (row) => (row.doorKobo === null ? null : plainNaira(row.doorKobo))],
  ["Referral Code", (row) => row.referralCode],
  ["Notes", (row) => row.notes],
  ["Team Note", (row) => row.staffNote],
];

/** The last columns of the CSV file. They are left out if the company has no active hub. */
export const CSV_ROAD_COLUMNS: typeof CSV_COLUMNS = [
  ["Pieces", (row) => String(row.pieces)],
  ["Delivery Paid By", payerLabel],
  ["May Look Inside", (row) => (row.mayLookInside ? "Yes" : "No")],
  ["Drop-off Hub", (row) => row.dropOffHub],
  ["Receiver Email", (row) => row.receiverEmail],
];

/** The amounts that only the sender and staff see, in kobo. `collectKobo` is null without a COD request. */
export type OwnersMoney = {
  collectKobo: number | null;
  door: DoorAmount;
  returning: boolean;
  dropOffHub: string | null;
};

/** TRACK-4: returns the facts that the track page shows only to the booking's owner and to staff. */
export function ownerFacts(
  booking: Booking,
  { collectKobo, door, returning, dropOffHub }: OwnersMoney,
): { sender: PossibleFact[]; receiver: PossibleFact[] } {
  const { packageType, packageWeight, deliveryType, pieces } = booking;
  return {
    sender: [
      ["Sender", `${booking.senderName}, ${formatPhone(booking.senderPhone)}`],
      ["Email", booking.senderEmail],
      [firstMile(isBrought(booking)).address, booking.senderAddress],
      [DROP_OFF, dropOffHub],
    ],
    receiver: [
      ["Receiver", `${booking.receiverName}, ${formatPhone(booking.receiverPhone)}`],
      ["Receiver's email", booking.receiverEmail],
      ["Delivery address", booking.receiverAddress],
      [
        "Package",
        `${packageText(packageType, packageWeight, pieces)}, ${DELIVERY_TYPE_LABELS[deliveryType].name}`,
      ],
      ...amountToCollect(collectKobo, door, returning),
      ...payer(booking, door),
      lookInside(booking),
      ["Notes", booking.notes],
    ],
  };
}

export const roadFacts = (booking: Booking): Fact[] => [
  ["From", placeText({ town: booking.senderTown, state: booking.senderState })],
  [
    "To",
    `${withoutLinks(booking.receiverName)}, ${placeText({ town: booking.receiverTown, state: booking.receiverState })}`,
  ],
];

/** BOOK-4: returns the pickup day or, if the sender brings the parcel to a hub, the last day to do so. */
const pickupFact = (booking: Booking): Fact[] =>
  booking.pickupDay === null
    ? []
    : [
        [
          isBrought(booking) ? "Bring it" : "Pickup",
          `${pickupText(booking.pickupDay, isBrought(booking), booking.pickupHalf)}.`,
        ],
      ];

/** STATUS-5: returns the facts in the mail about a new booking. */
export const mailFacts = (booking: Booking, { collectKobo, door, dropOffHub }: OwnersMoney): Fact[] => [
  ...roadFacts(booking),
  ...(dropOffHub ? [["Bring it to", withoutLinks(dropOffHub)] satisfies Fact] : []),
  ["Package", packageText(booking.packageType, booking.packageWeight, booking.pieces)],
  ["Service", service(booking)],
  ...pickupFact(booking),
  ["Delivery", arrivalText(booking.deliveryType, booking.promisedDay, isBrought(booking))],
  ...amountToCollect(collectKobo, door),
  ...payer(booking, door),
  ...(booking.mayLookInside ? [["Look inside", LOOK] satisfies Fact] : []),
  ...(booking.receiverEmail
    ? [["Receiver's email", withoutLinks(booking.receiverEmail)] satisfies Fact]
    : []),
];
