/** The button of the list of failed deliveries, with its operation. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { putOnRunAgain } from "./put-on-run.server.ts";

export const REATTEMPT_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: putOnRunAgain,
    done: ({ put, left, run }) => ({
      tone: "good",
      title: `${put} put on ${run}`,
      text: `We email the senders the new day.${left > 0 ? ` ${left} left: their receivers chose otherwise.` : ""}`,
    }),
  }),
};
