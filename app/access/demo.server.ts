/**
 * DEMO-1: decides when a visitor may sign in to the demo without a password. Four conditions apply:
 *
 * - The database began as a demo.
 * - There is no mail server.
 * - The address of the installation (`origin`) is on this machine.
 * - The request comes from this machine.
 *
 * MAILBOX=public lets other machines read the mailbox, but not sign in without a password.
 */
import type { RouterContextProvider } from "react-router";
import { DEMO_DOORS, type DemoDoor } from "../domain/demo-doors.ts";
import { ownMachineContext, servicesContext } from "../platform/context.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { isDemo, isDemoSoon } from "./is-demo.server.ts";

/** Defines the cookie with the demo role of the last sign-in. Pages display this role. The cookie gives no rights. */
export const demoCookie = (secure: boolean) => hostCookie("demo", secure, undefined, undefined, "strict");

export async function hasOpenDoors(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return context.get(ownMachineContext) && isDemo(context.get(servicesContext));
}

/** True if the visitor may sign in without a password as soon as the demo's data is complete. */
export async function hasDoorsSoon(context: Readonly<RouterContextProvider>): Promise<boolean> {
  return context.get(ownMachineContext) && isDemoSoon(context.get(servicesContext));
}

/** Returns the demo role of this browser's last sign-in. Null without a role, or if a sign-in needs a password now. */
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
