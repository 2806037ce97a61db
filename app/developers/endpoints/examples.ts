/** The example bodies in the OpenAPI document. A test sends each example unchanged. */
import type { NewApiBooking } from "./schemas.ts";

export const NEW_BOOKING_EXAMPLE: NewApiBooking = {
  reference: "order-1042",
  service: "standard",
  sender: {
    name: "Ada Fashion House",
    phone: "0803 123 4567",
    email: "orders@ada.example",
    address: "12 Allen Avenue, Ikeja, Lagos",
    state: "Lagos",
  },
  receiver: {
    name: "Bola Adeyemi",
    phone: "0805 555 1234",
    email: null,
    address: "4 Ring Road, Ibadan, Oyo",
    state: "Oyo",
  },
  parcel: {
    description: "Two dresses",
    weight_kg: 1.5,
    type: "parcel",
    pieces: 1,
    declared_value: { amount: 2_500_000, currency: "NGN" },
  },
  metadata: { channel: "web" },
};

export const QUOTE_EXAMPLE = {
  from: { state: "Lagos" },
  to: { state: "Oyo" },
  parcel: { weight_kg: 1.5, type: "parcel" },
};
