/** The buttons of the run pages: the operation and the success message of each button. */
import { data } from "react-router";
import type { Admin } from "../../../access/actor.ts";
import { button, type Buttons } from "../../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../../platform/http/form.server.ts";
import type { ActionResult } from "../../../platform/http/result.ts";
import { redirectWithToast } from "../../../platform/http/toast.server.ts";
import { assignPieces, type NotAssigned } from "../assign-pieces.server.ts";
import { boardOfUrl, boardPath } from "./board-address.ts";
import { counted } from "../run-text.ts";
import { chooseDestination } from "./choose-destination.server.ts";
import { createRun } from "../create-run.server.ts";

/** The response if some pieces could not be assigned. The list of these pieces is too long for a toast. */
export type PartlyAssigned = ActionResult & { partly: { title: string; missed: NotAssigned[] } };

const partly = (title: string, missed: NotAssigned[]) =>
  data<PartlyAssigned>({
    errors: {},
    values: {},
    key: newIdempotencyKey(),
    problem: null,
    partly: { title, missed },
  });

export const BOARD_BUTTONS: Buttons<Admin, ReturnType<typeof partly> | Response> = {
  plan: button({
    operation: createRun,
    done: ({ name }) => ({ tone: "good", title: `${name} planned` }),
    to: (_, _params, { form }) => boardPath({ hub: form.rawValues["hub"], day: form.rawValues["day"] }),
  }),
  assign: button({
    operation: assignPieces,
    respond: async ({ assigned, missed, astray, run }, { services, request }) => {
      const title = `${counted(assigned, "piece")} assigned to ${run}`;
      if (missed.length > 0) return partly(title, missed);
      const others = Object.entries(astray).map(([hub, n]) => `${n} for ${hub}`);
      const toast =
        others.length > 0
          ? ({ tone: "plain", title, text: `Not for where it goes: ${others.join(", ")}.` } as const)
          : ({ tone: "good", title } as const);
      return redirectWithToast(services, boardOfUrl(request.url), toast);
    },
  }),
  destination: button({
    operation: chooseDestination,
    done: ({ pieces, hub }) => ({ tone: "good", title: `${hub} delivers ${counted(pieces, "piece")}` }),
  }),
};
