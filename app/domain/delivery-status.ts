/**
 * STATUS-1: the statuses of a booking, in the order in which pages list them. This table holds everything that differs
 * between statuses. Screens, mails, filters, counters and the database's checks read this table
 * (docs/how-to/adding-a-status.md).
 */
export const BOOKING_STATUSES = ["pending", "in_transit", "delivered", "failed"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

type StatusFacts = {
  label: string;
  /** How the delivery ended; null while the booking is open. Only an open booking can be late. */
  end: "delivered" | "undelivered" | null;
  /** STATUS-6: true if staff must give a reason when they set this status. The sender can read the reason. */
  needsReason: boolean;
  tone: "wait" | "move" | "good" | "bad";
  /** The key on the keyboard that sets this status in the menu of the dispatch list. */
  key: string;
  /**
   * `step`: the position on the public time line, from 0. `progress`: the position on the map's route, from 0 to 1.
   */
  step: number;
  progress: number;
  /** The public headline that replaces the step's name. Null if the step's name needs no replacement. */
  publicName: string | null;
  mail: { heading: (destination: string) => string; news: string };
  /** The statuses that usually follow, the most frequent first. */
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

/** The message for a form without a valid status. */
export const CHOOSE_STATUS = "Choose one of the four statuses.";

export const FIRST_STATUS = BOOKING_STATUSES[0];
/** The status of a booking of several pieces if all pieces have ended and some were not delivered. */
export const NOT_ALL_DELIVERED = "failed" satisfies BookingStatus;
/** The status of a booking of several pieces while at least one piece has not ended. */
export const MOVING_STATUS = "in_transit" satisfies BookingStatus;
/** EXC-4: the status of a parcel that nobody can find. */
export const LOST_STATUS = "failed" satisfies BookingStatus;
/** The only status for which a time of delivery is stored. */
export const DELIVERED = "delivered" satisfies BookingStatus;

export const BOOKING_STATUS_LABELS = Object.fromEntries(
  BOOKING_STATUSES.map((status) => [status, STATUS_FACTS[status].label]),
) as Record<BookingStatus, string>;

const ending = (...ends: StatusFacts["end"][]) =>
  BOOKING_STATUSES.filter((status) => ends.includes(STATUS_FACTS[status].end));
/** The statuses of a booking that is not finished: it was not delivered, and the delivery was not given up. */
export const OPEN_STATUSES = ending(null);
export const CLOSED_STATUSES = ending("delivered", "undelivered");
/** The statuses of a booking that ended without delivery. The receiver then has nothing to pay. */
export const UNDELIVERED_STATUSES = ending("undelivered");
export const NOT_DELIVERED_YET = ending(null, "undelivered");
/** The dashboard counts changes to these statuses as the work of a day: all statuses except the first. */
export type WorkStatus = Exclude<BookingStatus, typeof FIRST_STATUS>;
export const WORK_STATUSES = BOOKING_STATUSES.filter(
  (status): status is WorkStatus => status !== FIRST_STATUS,
);

export const isOnTheWay = (status: BookingStatus): boolean => STATUS_FACTS[status].end === null;
export const isUndelivered = (status: BookingStatus): boolean => STATUS_FACTS[status].end === "undelivered";
export const needsReason = (status: string | undefined): boolean =>
  BOOKING_STATUSES.some((known) => known === status && STATUS_FACTS[known].needsReason);
