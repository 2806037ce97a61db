/** The refusals of a receiver's choices, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  no_such_parcel: "This parcel is not there.",
  over: "The parcel is not on its way to you any more. Call us if you have a question.",
  no_choices: "We cannot take choices for this parcel here. Call us.",
  loaded: "Your parcel is loaded for delivery already, so this can no longer be changed. Call us.",
  cut_off: "It is too late to change today's delivery. Call us.",
  not_loaded: "No rider has your parcel now. Choose something else, or call us.",
  busy: "Our office is planning your parcel at this moment. Try again in a minute.",
  unknown_day: { day: "Choose one of the days" },
  unknown_hub: { hub: "Choose one of our offices" },
  unknown_phone: { phone: "Enter a Nigerian phone number, e.g. 0803 123 4567" },
  nothing_chosen: "That was taken back or changed already.",
  sender_decided: "The sender has decided already. Load the page again.",
  no_question: "This was answered already, or something newer happened to the parcel.",
});
