/** The buttons of a run's page: the operation and the success message of each button. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { moveStop, unassignPieces } from "./assign-pieces.server.ts";
import { counted } from "./board-text.ts";
import { countPickup } from "./count-pickup.server.ts";
import { choosePartner, chooseRider } from "./give-run.server.ts";
import { loadCode } from "./load-code.server.ts";
import { loadWhatIsPlanned, sealRun } from "./load-run.server.ts";
import { addRegular, takeOffRegular, visitRegular } from "./regular-stops.server.ts";
import { recordAllHere, recordRestDelivered } from "./rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { moveChosen, moveToRun, reportIncident } from "./run-incidents.server.ts";
import { undoEntry } from "./undo-entry.server.ts";
import { reconcileRun, runOut, runReturned } from "./run-way.server.ts";

const good = (title: string, text?: string) => ({ tone: "good" as const, title, ...(text && { text }) });
const handedOver = (title: string) => (out: { handedOver: number }) =>
  good(title, out.handedOver > 0 ? `${counted(out.handedOver, "piece")} handed over.` : undefined);
const differs = ({ missing, extra }: { missing: number; extra: number }) =>
  [missing > 0 && `${missing} missing`, extra > 0 && `${extra} extra`].filter(Boolean).join(", ");
const moved = ({ moved: n, toName }: { moved: number; toName: string }) =>
  good(`${counted(n, "piece")} moved to ${toName}`);

export const RUN_BUTTONS: Buttons<Admin> = {
  load_planned: button({
    operation: loadWhatIsPlanned,
    done: ({ loaded }) => good(`${counted(loaded, "piece")} loaded`),
  }),
  load: button({
    operation: loadCode,
    done: ({ code, extra }) =>
      extra
        ? { tone: "plain", title: `${code} was not planned`, text: "It is loaded as an extra." }
        : good(`${code} loaded`),
    to: (_, { id }) => `/admin/runs/${id}?load=1`,
  }),
  seal: button({
    operation: sealRun,
    done: ({ sealed, ...counts }) => good(`Sealed with ${counted(sealed, "piece")}`, differs(counts)),
  }),
  out: { operation: runOut, done: "The run is out" },
  returned: { operation: runReturned, done: "The run is back" },
  reconcile: button({
    operation: reconcileRun,
    done: (counts) => good("The run is closed", differs(counts)),
  }),
  move_stop: { operation: moveStop, done: () => null },
  unassign: button({
    operation: unassignPieces,
    done: ({ removed }) => good(`${counted(removed, "piece")} taken off`),
  }),
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
  rider: button({ operation: chooseRider, done: handedOver("The run has its rider") }),
  partner: button({ operation: choosePartner, done: handedOver("The partner is saved") }),
  add_regular: button({
    operation: addRegular,
    done: ({ added }) => good(`${counted(added, "regular pickup")} added`),
  }),
  take_off_regular: { operation: takeOffRegular, done: "Taken off this run" },
  visit_regular: button({
    operation: visitRegular,
    done: ({ taken }) =>
      good(taken === 0 ? "Visited, nothing taken" : `Visited, ${counted(taken, "parcel")} taken`),
  }),
  incident: { operation: reportIncident, done: "The incident is on the desk" },
};
