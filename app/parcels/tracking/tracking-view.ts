/** The data of the track screen. `fullDetails` is there only for the owner and for staff (TRACK-4). */
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
  /** A piece is with a rider who brings it to the receiver. */
  outForDelivery: boolean;
  /** What is said in place of a day of arrival. */
  news: News | null;
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** The parcel was on its way back to its sender then. */
    back: boolean;
    /** The piece that it is about; null for all of them. */
    piece: number | null;
    /** Town and state of our office where it happened. */
    place: Place | null;
    /** Why it failed; its public words are in domain/failure-reasons.ts. */
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
