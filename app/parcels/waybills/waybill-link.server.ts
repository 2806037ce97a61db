/** Finds the path of a parcel's waybill, for the track page. */
import { asAdmin } from "../../access/actors.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { sentFromHere } from "../bookings/sender-browser.server.ts";
import type { Services } from "../../platform/services.server.ts";

/** Returns null if the reader may not print. `own`: the parcel belongs to the signed-in customer. */
export async function waybillLink(
  services: Services,
  request: Request,
  session: Session,
  { code, own }: { code: string; own: boolean },
): Promise<string | null> {
  if (asAdmin(session)) return `/admin/waybills?code=${code}`;
  return own || (await sentFromHere(services, request, session, code)) ? `/waybill/${code}` : null;
}
