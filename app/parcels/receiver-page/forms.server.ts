/** The buttons of the receiver's page: the operation of each, and what is read when it is done. */
import type { Customer, Guest } from "../../access/actor.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import { sayNotReceived } from "../claiming/not-received.server.ts";
import { drawPin } from "../receiver-link/renew.server.ts";

export const RECEIVER_BUTTONS: Buttons<Customer | Guest> = {
  "draw-pin": { operation: drawPin, done: "A new PIN was drawn" },
  "not-received": { operation: sayNotReceived, done: "We have it, and look into it" },
};
