/** The data of the track page. Only the owner and staff get `fullDetails` (TRACK-4). */
import type { PossibleFact } from "../bookings/booking-facts.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { NewDayReason } from "../../domain/new-day.ts";
import type { PickupHalf } from "../../domain/pickup-halves.ts";
import type { TownAndState } from "../../domain/states.ts";
import type { Question } from "../sender-decides/read-question.server.ts";
import type { News } from "./parcel-news.ts";

export type TrackingView = {
  trackingCode: string;
  status: BookingStatus;
  deliveryType: DeliveryType;
  isBrought: boolean;
  origin: TownAndState;
  destination: TownAndState;
  bookedAt: Date;
  /** Our pickup day, or the sender's last day to bring the parcel. Null afterwards, and for old bookings. */
  pickupDay: string | null;
  pickupHalf: PickupHalf | null;
  promisedDay: Date;
  deliveredAt: Date | null;
  /** True if the promised day is over and the parcel is neither delivered nor failed. */
  late: boolean;
  packageDescription: string;
  pieces: number;
  deliveredPieces: number;
  outForDelivery: boolean;
  /** True if the parcel is loaded on a delivery run that has not left. */
  goesOutNext: boolean;
  /** When a rider took the parcel out without a delivery. Null until the run or the day ended. */
  missed: { at: Date; when: "today" | "yesterday" | "earlier" } | null;
  /** The time of our next message about a late parcel: the end of the next working day. */
  tellBy: Date | null;
  /** The news that replaces the day of arrival. */
  news: News | null;
  /** CHOICE-2: the receiver's chosen day of the next attempt, after a failed attempt. */
  triedAgainOn: Date | null;
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** True if the parcel was returning at this event. */
    back: boolean;
    /** The number of the event's piece. Null means all pieces. */
    piece: number | null;
    /** The town and state of the event's office. */
    place: TownAndState | null;
    /** The reason of a failed delivery. domain/failure-reasons.ts has its public text. */
    reason: FailureReason | null;
    note: string | null;
    /** STATUS-10: the new day, and its reason. */
    newDay: string | null;
    newDayWhy: NewDayReason | null;
    by: string | null;
  }[];
  fullDetails: {
    sender: PossibleFact[];
    receiver: PossibleFact[];
    /** The URL of the proof's page. Null means no proof. */
    proof: string | null;
    /** True for the signed-in sender, false for staff. */
    toSender: boolean;
    /** CHOICE-3: the reason of the question to the signed-in sender. */
    asked: Question["why"] | null;
  } | null;
};

/** True if the parcel is returning to its sender or has arrived there. */
export const isGoingBack = ({ news }: { news: News | null }): boolean =>
  news === "return_started" || news === "returned";
