/** The data of the track page. Only the owner and staff get `fullDetails` (TRACK-4). */
import type { PossibleFact } from "../bookings/booking-facts.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { Place } from "../../domain/states.ts";
import type { News } from "./parcel-news.ts";

export type TrackingView = {
  trackingCode: string;
  status: BookingStatus;
  deliveryType: DeliveryType;
  origin: Place;
  destination: Place;
  bookedAt: Date;
  estimatedDelivery: Date;
  deliveredAt: Date | null;
  /** The Lagos day of the estimate has ended, and the parcel is neither delivered nor failed. */
  late: boolean;
  packageDescription: string;
  pieces: number;
  deliveredPieces: number;
  /** A rider is bringing a piece to the receiver. */
  outForDelivery: boolean;
  /** The news that replace a day of arrival. */
  news: News | null;
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** The parcel was on its way back to its sender then. */
    back: boolean;
    /** The piece of the event; null for all pieces. */
    piece: number | null;
    /** Town and state of the office of the event. */
    place: Place | null;
    /** The reason of the failure; its public text is in domain/failure-reasons.ts. */
    reason: FailureReason | null;
    note: string | null;
    by: string | null;
  }[];
  fullDetails: {
    sender: PossibleFact[];
    receiver: PossibleFact[];
    /** The address of the proof of its delivery; null without one. */
    proof: string | null;
  } | null;
};
