/** The data of the track page. Only the owner and staff get `fullDetails` (TRACK-4). */
import type { PossibleFact } from "../bookings/booking-facts.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { NewDayReason } from "../../domain/new-day.ts";
import type { PickupHalf } from "../../domain/pickup-halves.ts";
import type { Place } from "../../domain/states.ts";
import type { Question } from "../sender-decides/read-question.server.ts";
import type { News } from "./parcel-news.ts";

export type TrackingView = {
  trackingCode: string;
  status: BookingStatus;
  deliveryType: DeliveryType;
  /** True if the sender brings the parcel to a hub. */
  isBrought: boolean;
  origin: Place;
  destination: Place;
  bookedAt: Date;
  /** The day on which we pick it up, or by which its sender brings it; null once it is over, and for an older booking. */
  pickupDay: string | null;
  pickupHalf: PickupHalf | null;
  /** A moment of the promised day. */
  promisedDay: Date;
  deliveredAt: Date | null;
  /** True if the promised day has ended, and the parcel is neither delivered nor failed. */
  late: boolean;
  packageDescription: string;
  pieces: number;
  deliveredPieces: number;
  /** True if a rider is bringing a piece to the receiver. */
  outForDelivery: boolean;
  /** True if it is loaded on a delivery run that has not left yet. */
  goesOutNext: boolean;
  /**
   * Set for a parcel that a rider took out and did not deliver, once the run has ended or the day is over: the moment it
   * went out, and whether that was today or yesterday.
   */
  missed: { at: Date; when: "today" | "yesterday" | "earlier" } | null;
  /** The time by which we say more about a late parcel: the end of the next working day; null for any other parcel. */
  tellBy: Date | null;
  /** The news that is shown in place of a day of arrival; null without any. */
  news: News | null;
  /** CHOICE-2: the day that the receiver chose for the next attempt, after the last one failed; null without one. */
  triedAgainOn: Date | null;
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** True if the parcel was on its way back to its sender at the event. */
    back: boolean;
    /** The number of the piece that the event is about; null if it is about all pieces. */
    piece: number | null;
    /** The town and state of the office at which the event happened; null for other events. */
    place: Place | null;
    /** The reason of a failed delivery. Its public text is in domain/failure-reasons.ts. */
    reason: FailureReason | null;
    note: string | null;
    /** STATUS-10: the new day that was set, and why; null for other events. */
    newDay: string | null;
    newDayWhy: NewDayReason | null;
    by: string | null;
  }[];
  fullDetails: {
    sender: PossibleFact[];
    receiver: PossibleFact[];
    /** The URL of the page of the proof; null without one. */
    proof: string | null;
    /** True for the signed-in sender, false for staff. */
    toSender: boolean;
    /** CHOICE-3: the reason for which the signed-in sender is asked what to do; null if nothing is asked. */
    asked: Question["why"] | null;
  } | null;
};

/** True if the parcel is returning to its sender or has arrived there: it does not come to the receiver any more. */
export const isGoingBack = ({ news }: { news: News | null }): boolean =>
  news === "return_started" || news === "returned";
