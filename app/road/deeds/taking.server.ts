/** The context of one deed, for all functions that process the deed. */
import type { Rider } from "../../access/actor.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import type { DoneBooking } from "../../parcels/custody/record-deeds.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Act } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Facts } from "./batch-facts.server.ts";
import type { Deed } from "./protocol.ts";

/**
 * The processing of one deed. `at` is the deed's time of arrival. It is unique in a request, so that the rows of the
 * deed are found by it.
 */
export type Taking = {
  services: Services;
  tx: Tx;
  actor: Rider;
  at: Date;
  /** The act of the deed. */
  act: Act;
  deed: Deed;
  /** The time at which the deed happened, calculated from the phone's clocks. */
  occurredAt: Date;
  facts: Facts;
  positionConsent: boolean;
  flags: Set<DeedFlag>;
  /** The question that dispatch is asked about the deed; null if there is none. */
  ask: string | null;
  /** `bookingIds`: the ids of the deed's bookings. `codes`: the codes of the bookings that the deed changed. */
  bookingIds: Set<string>;
  codes: Set<string>;
  /** The bookings of the earlier deed that this deed undid. */
  undone: DoneBooking[];
};
