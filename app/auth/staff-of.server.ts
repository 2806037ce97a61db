import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../platform/context.ts";
import { asSuperAdmin } from "./actors.server.ts";
import { adminContext, sessionContext } from "./principal-context.ts";

/** Who sends a form below `staffOnly`, with the services; `superAdmin` is null for other roles. */
export const staffOf = (context: Readonly<RouterContextProvider>) => ({
  services: context.get(servicesContext),
  admin: context.get(adminContext),
  superAdmin: asSuperAdmin(context.get(sessionContext)),
});
