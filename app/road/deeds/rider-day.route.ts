/** DEED-3: sends the rider's data for today (`RiderDay`) to the phone during a shift. */
import type { Route } from "./+types/rider-day.route";
import { shiftContext } from "../../access/phone-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { readDay } from "./read-day.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { rider, shift } = context.get(shiftContext);
  return Response.json(await readDay(context.get(servicesContext), rider, shift.expiresAt));
}
