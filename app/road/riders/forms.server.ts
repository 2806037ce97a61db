/** The buttons of the rider pages: the operation and the success message of each button. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { PHONE_BUTTONS } from "../devices/forms.server.ts";
import type { ShownEnrolment } from "../devices/phone-part.tsx";
import { createPartner, savePartner } from "./change-partner.server.ts";
import { createRider, saveRider } from "./change-rider.server.ts";
import { riderLeaves, riderReturns } from "./leave.server.ts";

export const PARTNERS = "/admin/riders?tab=partners";

export const RIDERS_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: createRider,
    done: ({ name }) => ({ tone: "good", title: "Rider added", text: name }),
  }),
  partner: { operation: createPartner, done: "Partner added", to: () => PARTNERS },
  "save-partner": { operation: savePartner, done: "Partner saved", to: () => PARTNERS },
};

export const RIDER_BUTTONS = {
  ...PHONE_BUTTONS,
  "": { operation: saveRider, done: "Rider saved" },
  leave: button({
    operation: riderLeaves,
    done: ({ runs, held }) => ({
      tone: "good",
      title: "Rider left",
      text: [
        runs > 0 && (runs === 1 ? "One run was handed over." : `${runs} runs were handed over.`),
        held > 0 && (held === 1 ? "One piece is still with them." : `${held} pieces are still with them.`),
      ]
        .filter(Boolean)
        .join(" "),
    }),
  }),
  return: { operation: riderReturns, done: "Rider is back" },
} satisfies Buttons<Admin, { enrolment: ShownEnrolment }>;
