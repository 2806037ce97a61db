/** The data of the track page. Only the owner and staff get `fullDetails` (TRACK-4). */
import type { PossibleFact } from "../bookings/booking-facts.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
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
  estimatedDelivery: Date;
  deliveredAt: Date | null;
  /** True if the Lagos day of the estimate has ended, and the parcel is neither delivered nor failed. */
  late: boolean;
  packageDescription: string;
  pieces: number;
  deliveredPieces: number;
  /** True if a rider is bringing a piece to the receiver. */
  outForDelivery: boolean;
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
