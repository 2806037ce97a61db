/** The button that signs this browser in as a demo person and opens that person's page. */
import { demoCookie } from "../../access/demo.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { setCookies } from "../../platform/http/toast.server.ts";
import { openDoor, type DemoVisitor } from "./open-door.server.ts";

export const DOOR_BUTTONS: Buttons<DemoVisitor, Response> = {
  "": button({
    operation: openDoor,
    respond: async ({ cookies, door, to }, { services }) => {
      const headers = setCookies(...cookies, await demoCookie(services.secure).serialize(door));
      headers.set("Location", to);
      return new Response(null, { status: 303, headers });
    },
  }),
};
