/** The messages for refusals about riders and partners, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";
import { RIDER_GONE } from "../devices/messages.ts";

export const RIDER_SENT_BEFORE =
  "You already sent this form with other details, so nothing was changed now. Check the list, then send the form again.";
const CHANGED =
  "Somebody else has saved this since you opened it. Load the page again, then enter your change.";

const listed = (names: readonly string[]) =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

export const refuse = refusals({
  no_rider: RIDER_GONE,
  no_partner: "We do not know this partner. Open them from the list.",
  changed_meanwhile: CHANGED,
  no_hub: { hub: "Choose an active hub" },
  phone_taken: ({ name, left }: { name: string; left: boolean }) => ({
    phone: left
      ? `${name}, who left, has this number. Open them under 'Left' and take them back.`
      : `${name} has this number already.`,
  }),
  partner_taken: { company: "This partner is in the list already." },
  left_already: "This rider has left already.",
  works_here: "This rider works for us already.",
  hand_over: ({ runs }: { runs: readonly string[] }) => ({
    to: `Choose who takes over ${listed(runs)}.`,
  }),
  no_taker: { to: "Choose a rider of the same hub who works for us." },
});
