/** CHOICE-2: dispatch ends a choice after the receiver called. */
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { staff } from "../../access/by.server.ts";
import { logBooking } from "../../access/record-activity.server.ts";
import { CHOICE_FACTS, CHOICE_SLOTS } from "../../domain/choices.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { noteEvent } from "../receiver-link/of-parcel.server.ts";
import { deliverAgain } from "./deliver-again.server.ts";
import { choiceTopics, endChoice, lockChoosing, touchRuns } from "./lock-choosing.server.ts";
import { refuse } from "./messages.ts";

/** CHOICE-2: staff end a receiver's choice, even if the parcel is loaded. Refuses an ended choice. */
export const endChoiceByDispatch = operation({
  name: "receivers.end_choice",
  by: staff("planRuns"),
  act: "choice",
  input: z.object({ code: plainField().max(40), slot: z.enum(CHOICE_SLOTS) }),
  on: lockChoosing,
  run: async (work, { code, slot }, choosing) => {
    const chosen = choosing.chosen.get(slot);
    if (!chosen) return refuse("conflict", "nothing_chosen");
    const { label } = CHOICE_FACTS[chosen.kind];
    await endChoice(work, choosing, chosen, "desk");
    await touchRuns(work, choosing);
    await noteEvent(work, choosing.booking, "choice_ended", label);
    // A loaded parcel is already on its way, so its delivery need not be started again.
    if (chosen.kind !== "day" && choosing.state !== "over" && choosing.state !== "loaded")
      await deliverAgain(work, choosing);
    const what = `${code}: receiver's choice ended: ${label.toLowerCase()}`;
    await logBooking(work, choosing.booking.id, "update_booking", what);
    return { ok: true };
  },
  publish: choiceTopics,
});
