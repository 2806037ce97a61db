/** The buttons of the site lock's page: the operation of each, and what is read when it is done. */
import type { Admin } from "../access/actor.ts";
import type { Buttons } from "../platform/http/form-action.server.ts";
import { activateLock, deactivateLock } from "./site-lock.server.ts";

const done = (title: string, text: string) => () => ({ tone: "good", title, text }) as const;

export const LOCK_BUTTONS: Buttons<Admin> = {
  activate: {
    operation: activateLock,
    done: done("Site Lock Activated", "Only people with the password can use the site."),
  },
  deactivate: {
    operation: deactivateLock,
    done: done("Site Lock Deactivated", "Everybody can use the site again."),
  },
};
