/** The buttons that plan, load, send and close a run: the operation of each, and its success message. */
import type { Admin } from "../../../access/actor.ts";
import { button, type Buttons } from "../../../platform/http/form-action.server.ts";
import { moveStop, unassignPieces } from "../assign-pieces.server.ts";
import { counted } from "../run-text.ts";
import { choosePartner, chooseRider } from "../give-run.server.ts";
import { loadCode } from "../load-code.server.ts";
import { loadWhatIsPlanned, sealRun } from "../load-run.server.ts";
import { addRegular, takeOffRegular } from "../regular-stops.server.ts";
import { reconcileRun, runOut, runReturned } from "../send-and-close-run.server.ts";

const good = (title: string, text?: string) => ({ tone: "good" as const, title, ...(text && { text }) });
const handedOver = (title: string) => (out: { handedOver: number }) =>
  good(title, out.handedOver > 0 ? `${counted(out.handedOver, "piece")} handed over.` : undefined);
const differs = ({ missing, extra }: { missing: number; extra: number }) =>
  [missing > 0 && `${missing} missing`, extra > 0 && `${extra} extra`].filter(Boolean).join(", ");

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
  rider: button({ operation: chooseRider, done: handedOver("The run has its rider") }),
  partner: button({ operation: choosePartner, done: handedOver("The partner is saved") }),
  add_regular: button({
    operation: addRegular,
    done: ({ added }) => good(`${counted(added, "regular pickup")} added`),
  }),
  take_off_regular: { operation: takeOffRegular, done: "Taken off this run" },
};
