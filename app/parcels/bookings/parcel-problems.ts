/** BOOK-7, BOOK-18, BOOK-21: finds contradictions between a booking form's places, service, type and weight. Pure. */
import { NOT_SAME_DAY, isTooHeavyDocument, DOCUMENT_TOO_HEAVY } from "../../domain/booking.ts";
import { placeOf, isSamePlace } from "../../domain/same-place.ts";
import { stateProblem } from "../../domain/state-question.ts";

const ENDS = { sender: "pickup address", receiver: "delivery address" } as const;

// The values are `unknown`, because a field with an error contains the typed text.
export type Place = Partial<Record<`${keyof typeof ENDS}${"Address" | "State" | "StateSure"}`, unknown>>;

type Parcel = Partial<Record<"deliveryType" | "packageType" | "packageWeight", unknown>>;

const text = (sent: unknown) => (typeof sent === "string" ? sent : "");

/** BOOK-7: finds errors in the states of both addresses. The result is keyed by field. */
export function stateProblems(form: Place): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const end of ["sender", "receiver"] as const) {
    const problem = stateProblem({
      address: text(form[`${end}Address`]),
      chosen: text(form[`${end}State`]),
      sure: text(form[`${end}StateSure`]),
      name: ENDS[end],
    });
    if (problem.state) errors[`${end}State`] = problem.state;
    if (problem.sure) errors[`${end}StateSure`] = problem.sure;
  }
  return errors;
}

/** Returns both places of a form. A chosen state has priority over the state in the address. */
export const placesOf = (form: Place) => ({
  origin: placeOf(text(form.senderAddress), text(form.senderState)),
  destination: placeOf(text(form.receiverAddress), text(form.receiverState)),
});

/** BOOK-7, BOOK-18, BOOK-21: finds errors in the combination of places, service and weight, by field. */
export function parcelProblems(form: Place & Parcel): Record<string, string> {
  const errors = stateProblems(form);
  const { origin, destination } = placesOf(form);
  if (form.deliveryType === "same_day" && origin && destination && !isSamePlace(origin, destination))
    errors["deliveryType"] = NOT_SAME_DAY;
  if (typeof form.packageWeight === "number" && isTooHeavyDocument(form.packageType, form.packageWeight))
    errors["packageType"] = DOCUMENT_TOO_HEAVY;
  return errors;
}
