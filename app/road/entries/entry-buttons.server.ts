/** The buttons by which the office enters what happened on a run: the operation of each, and its success message. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { counted } from "../runs/run-text.ts";
import { countPickup } from "./count-pickup.server.ts";
import { visitRegular } from "./visit-regular.server.ts";
import { recordAllHere, recordRestDelivered } from "./rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { moveChosen, moveToRun, reportIncident } from "./run-incidents.server.ts";
import { undoEntry } from "./undo-entry.server.ts";

const good = (title: string) => ({ tone: "good" as const, title });
const moved = ({ moved: n, toName }: { moved: number; toName: string }) =>
  good(`${counted(n, "piece")} moved to ${toName}`);

export const ENTRY_BUTTONS: Buttons<Admin> = {
  move: button({ operation: moveChosen, done: moved }),
  move_all: button({ operation: moveToRun, done: moved }),
  delivered: button({
    operation: recordDelivered,
    done: ({ delivered }) => good(`${counted(delivered, "piece")} delivered`),
  }),
  attempted: button({
    operation: recordAttempted,
    done: ({ attempted }) => good(`${counted(attempted, "piece")} not delivered`),
  }),
  all_here: button({
    operation: recordAllHere,
    done: ({ pieces, pickup }) => good(`${counted(pieces, "piece")} ${pickup ? "picked up" : "delivered"}`),
  }),
  rest: button({
    operation: recordRestDelivered,
    done: ({ delivered }) => good(`${counted(delivered, "piece")} delivered`),
  }),
  picked_up: button({
    operation: countPickup,
    done: ({ pickedUp }) => good(`${counted(pickedUp, "piece")} picked up`),
  }),
  undo: button({
    operation: undoEntry,
    done: ({ undone }) => good(`Undone for ${counted(undone, "piece")}`),
  }),
  visit_regular: button({
    operation: visitRegular,
    done: ({ taken }) =>
      good(taken === 0 ? "Visited, nothing taken" : `Visited, ${counted(taken, "parcel")} taken`),
  }),
  incident: { operation: reportIncident, done: "The incident is on the desk" },
};
