/** The buttons of the page about a hub's shelf counts. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { beginCount, closeCount, leaveCount } from "./end-count.server.ts";

export const COUNT_BUTTONS: Buttons<Admin> = {
  begin: { operation: beginCount, done: "The count has begun" },
  close: button({
    operation: closeCount,
    // Opens the result of the closed count. It lists the missing pieces, which the clerk looks for next.
    to: (_, { id }, { form }) =>
      `/admin/hubs/${id}/counts?${new URLSearchParams({ count: form.rawValues["count"] ?? "" })}`,
    done: ({ expected, missing, extra }) => ({
      tone: "good",
      title: missing === 0 ? "Count closed: nothing is missing" : `Count closed: ${missing} missing`,
      text:
        missing === 0
          ? `${expected} expected, ${extra} turned up.`
          : "Each is an exception now. Whoever finds one scans it with Receive here.",
    }),
  }),
  leave: { operation: leaveCount, done: "The count is given up" },
};
