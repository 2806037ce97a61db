/**
 * The statuses of a booking, in the order in which people read them. All that differs between them stands in this table:
 * screens, mails, filters, counters and the database's checks read it (CONTRIBUTING.md, 'Adding a status').
 */
export const BOOKING_STATUSES = ["pending", "in_transit", "delivered", "failed"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

type StatusFacts = {
  label: string;
  /** How the delivery ended; null while it is open: then it may be late, and its receiver may be told of it. */
  end: "delivered" | "undelivered" | null;
  /** STATUS-6: staff say why, and the sender reads it. */
  needsReason: boolean;
  /** Colour and icon. */
  tone: "wait" | "move" | "good" | "bad";
  /** Its letter in the desk's menu. */
  key: string;
  /** Its place on the public time line, from 0, and on the map's way from 0 to 1. */
  step: number;
  progress: number;
  /** What the public reads as headline and in place of the step's name; null where the step and the date say it. */
  publicName: string | null;
  /** The sender's mail: its heading and one sentence. */
  mail: { heading: (destination: string) => string; news: string };
  /** What usually follows, the most frequent first. */
  next: readonly BookingStatus[];
};

export const STATUS_FACTS: Record<BookingStatus, StatusFacts> = {
  pending: {
    label: "Pending",
    end: null,
    needsReason: false,
    tone: "wait",
    key: "p",
    step: 1,
    progress: 0,
    publicName: null,
    mail: { heading: () => "Waiting for pickup", news: "Your parcel is waiting for pickup." },
    next: ["in_transit"],
  },
  in_transit: {
    label: "In Transit",
    end: null,
    needsReason: false,
    tone: "move",
    key: "i",
    step: 2,
    progress: 0.5,
    publicName: null,
    mail: { heading: (to) => `On the way to ${to}`, news: "Your parcel is on the way." },
    next: ["delivered", "failed"],
  },
  delivered: {
    label: "Delivered",
    end: "delivered",
    needsReason: false,
    tone: "good",
    key: "d",
    step: 3,
    progress: 1,
    publicName: null,
    mail: { heading: (to) => `Delivered in ${to}`, news: "Your parcel was delivered." },
    next: [],
  },
  failed: {
    label: "Failed",
    end: "undelivered",
    needsReason: true,
    tone: "bad",
    key: "f",
    step: 2,
    progress: 0.5,
    publicName: "Not delivered",
    mail: {
      heading: () => "We could not deliver your parcel",
      news: "We could not deliver your parcel. Call us or reply with the code below to agree the next step.",
    },
    next: ["in_transit"],
  },
};

/** The message to a form without one of them. */
export const CHOOSE_STATUS = "Choose one of the four statuses.";

/** A booking begins with it. */
export const FIRST_STATUS = BOOKING_STATUSES[0];
/** A booking of several pieces has it when they ended, and not all were delivered. */
export const NOT_ALL_DELIVERED = "failed" satisfies BookingStatus;
/** BOOK-27: what the sender sets, with a reason of its own. */
export const CANCELLED_STATUS = "failed" satisfies BookingStatus;
/** A booking of several pieces has it while one of them is not at its end. */
export const MOVING_STATUS = "in_transit" satisfies BookingStatus;
/** EXC-4: of a parcel that nobody can find. */
export const LOST_STATUS = "failed" satisfies BookingStatus;
/** The one status that has a time of delivery. */
export const DELIVERED = "delivered" satisfies BookingStatus;

export const BOOKING_STATUS_LABELS = Object.fromEntries(
  BOOKING_STATUSES.map((status) => [status, STATUS_FACTS[status].label]),
) as Record<BookingStatus, string>;

const ending = (...ends: StatusFacts["end"][]) =>
  BOOKING_STATUSES.filter((status) => ends.includes(STATUS_FACTS[status].end));
/** Booked, and neither delivered nor given up. */
export const OPEN_STATUSES = ending(null);
export const CLOSED_STATUSES = ending("delivered", "undelivered");
/** Nothing is delivered and nothing is to be collected any more. */
export const UNDELIVERED_STATUSES = ending("undelivered");
export const NOT_DELIVERED_YET = ending(null, "undelivered");
/** What staff set a booking to, beyond its first status. */
export type WorkStatus = Exclude<BookingStatus, typeof FIRST_STATUS>;
export const WORK_STATUSES = BOOKING_STATUSES.filter(
  (status): status is WorkStatus => status !== FIRST_STATUS,
);

export const isOnTheWay = (status: BookingStatus): boolean => STATUS_FACTS[status].end === null;
export const isUndelivered = (status: BookingStatus): boolean => STATUS_FACTS[status].end === "undelivered";
/** Of what a form says, which may be no status. */
export const needsReason = (status: string | undefined): boolean =>
  BOOKING_STATUSES.some((known) => known === status && STATUS_FACTS[known].needsReason);
