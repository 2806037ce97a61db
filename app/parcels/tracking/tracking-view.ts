/** The data of the track screen. `fullDetails` is there only for the owner and for staff (TRACK-4). */
import type { ownerFacts } from "../bookings/booking-facts.ts";
import type { DeliveryType } from "../../domain/booking.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { Place } from "../../domain/states.ts";

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
  events: {
    at: Date;
    to: BookingStatus;
    kind: EventKind;
    /** Why it failed; its public words are in domain/failure-reasons.ts. */
    reason: FailureReason | null;
    note: string | null;
    by: string | null;
  }[];
  fullDetails: ReturnType<typeof ownerFacts> | null;
};
