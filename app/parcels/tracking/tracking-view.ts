/** The data that the track page shows. Only the booking's owner and staff get `fullDetails` (TRACK-4). */
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
  /**
   * The day of the pickup, or the last day for the sender's drop-off. Null after that day, and for bookings from before
   * pickup days were stored.
   */
  pickupDay: string | null;
  pickupHalf: PickupHalf | null;
  promisedDay: Date;
  deliveredAt: Date | null;
  /** True if the promised day is over and the parcel is not delivered and has not failed. */
  late: boolean;
  packageDescription: string;
  pieces: number;
  deliveredPieces: number;
  outForDelivery: boolean;
  /** True if the parcel is loaded on a delivery run that has not left yet. */
  goesOutNext: boolean;
  /** When a rider took out a parcel that was not delivered. Null until the run or the day has ended. */
  missed: { at: Date; when: "today" | "yesterday" | "earlier" } | null;
  /** By when the company sends news about a late parcel: the end of the next working day. */
  tellBy: Date | null;
  /** The event that is shown in place of the day of arrival, such as a failed attempt. */
  news: News | null;
  /**
   * CHOICE-3: true while the sender is to decide about a parcel on the way, so that no day is promised. It does not say
   * why the sender is asked.
   */
  waitsForSender: boolean;
  /** CHOICE-2: the day that the receiver chose for the next attempt, after a failed one. */
  triedAgainOn: Date | null;
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** True if the parcel was on its way back to the sender at the time of this event. */
    back: boolean;
    /** The number of the piece. Null if the event is about all pieces. */
    piece: number | null;
    /** The town and state of the office at which the event happened. */
    place: TownAndState | null;
    /** Why a delivery failed. The public text of the reason is in domain/failure-reasons.ts. */
    reason: FailureReason | null;
    note: string | null;
    /** STATUS-10: the new day. `newDayWhy` is its reason. */
    newDay: string | null;
    newDayWhy: NewDayReason | null;
    by: string | null;
  }[];
  fullDetails: {
    sender: PossibleFact[];
    receiver: PossibleFact[];
    /** The URL of the proof's page. Null if there is no proof. */
    proof: string | null;
    /** True for the signed-in sender, false for staff. */
    toSender: boolean;
    /** CHOICE-3: why the signed-in sender is asked. Null without a question. */
    asked: Question["why"] | null;
  } | null;
};

/** True if the parcel is on its way back to its sender or has arrived there. */
export const isGoingBack = ({ news }: { news: News | null }): boolean =>
  news === "return_started" || news === "returned";
