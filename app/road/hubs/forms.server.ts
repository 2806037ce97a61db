/** The buttons of the hub pages: the operation and the success message of each button. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { createHub, saveHub, saveLanes } from "./change-hub.server.ts";
import { leftText } from "./left-text.ts";

export const HUBS_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: createHub,
    done: ({ name }) => ({ tone: "good", title: "Hub added", text: name }),
    to: ({ id }) => `/admin/hubs/${id}`,
  }),
};

export const HUB_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: saveHub,
    done: ({ closed, left }) =>
      closed
        ? { tone: "good", title: "Hub closed", text: leftText(left) }
        : { tone: "good", title: "Hub saved" },
  }),
  lanes: { operation: saveLanes, done: "Hours saved" },
};
