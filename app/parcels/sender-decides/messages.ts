/** The refusals of a sender's decision, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  no_such_parcel: "This parcel does not exist.",
  nothing_asked: "This was decided already, or the parcel has moved on. Load the page again.",
  with_sender: "You still have the parcel. Cancel the booking below instead.",
  on_the_road: "The parcel is with the rider at the moment. Decide again once it is back at our office.",
  denied:
    "The receiver says that the attempt was not as the rider told us. We look into it before anything goes back to you.",
});
