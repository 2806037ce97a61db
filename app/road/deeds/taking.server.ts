/** The context that the parts of processing a deed share. */
import type { Rider } from "../../access/actor.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Facts } from "./batch-facts.server.ts";
import type { Deed } from "./protocol.ts";

/** `at`: the time of arrival. Each deed of a request has a unique one, by which its rows are found. */
export type Taking = {
  services: Services;
  tx: Tx;
  actor: Rider;
  at: Date;
  deed: Deed;
  /** The calculated time of the deed. */
  occurredAt: Date;
  facts: Facts;
  positionConsent: boolean;
  flags: Set<DeedFlag>;
  /** The question for dispatch; null if there is none. */
  ask: string | null;
  /** The bookings of the deed, and the codes of those that changed. */
  bookingIds: Set<string>;
  codes: Set<string>;
};
