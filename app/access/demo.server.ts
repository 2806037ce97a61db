/**
 * DEMO-1: says when the doors of the demo are open: only in a database that began as a demo, only without a mail server,
 * and only for a request that was made on this machine. MAILBOX=public opens the mailbox to others, never a door.
 */
import type { RouterContextProvider } from "react-router";
import { DEMO_DOORS, type DemoDoor } from "../domain/demo-doors.ts";
import { ownMachineContext, servicesContext } from "../platform/context.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { isDemo, isDemoSoon } from "./is-demo.server.ts";

/** The cookie with the door of the demo that this browser opened last. It only chooses the text of a line. */
export const demoCookie = (secure: boolean) => hostCookie("demo", secure, undefined, undefined, "strict");

export async function hasOpenDoors(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return context.get(ownMachineContext) && isDemo(context.get(servicesContext));
}

/** True if the doors open for the request once the demo is complete. */
export async function hasDoorsSoon(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return context.get(ownMachineContext) && isDemoSoon(context.get(servicesContext));
}

/** The door that the browser of a request opened last; null if it opened none, or the doors are closed. */
export async function demoDoorOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<DemoDoor | null> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("demo=")) return null;
  const door: unknown = await demoCookie(context.get(servicesContext).secure).parse(header);
  if (typeof door !== "string" || !Object.hasOwn(DEMO_DOORS, door)) return null;
  return (await hasOpenDoors(context)) ? (door as DemoDoor) : null;
}
