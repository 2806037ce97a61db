/** HUB-2, WAYBILL-1: the code of the hub on a label. */
import { destinationHub } from "../../domain/destination-hub.ts";
import type { ActiveHub } from "../../places/hubs.server.ts";

/** HUB-2: returns the code of the hub that delivers. Null if no hub does, or if dispatch must choose. */
export function hubOnLabel(
  active: readonly ActiveHub[],
  place: { town: string | null; state: string },
): string | null {
  const found = destinationHub(active, place);
  return found.kind === "hub" ? found.hub.code : null;
}
