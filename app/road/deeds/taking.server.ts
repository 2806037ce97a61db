/** What the parts of taking a deed hand to each other. */
import type { Rider } from "../../access/actor.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Facts } from "./batch-facts.server.ts";
import type { Deed } from "./protocol.ts";

/** `at`: when it arrived; each deed of a request has a moment of its own, so that what it wrote is found by it. */
export type Taking = {
  services: Services;
  tx: Tx;
  actor: Rider;
  at: Date;
  deed: Deed;
  /** As it was computed. */
  occurredAt: Date;
  facts: Facts;
  positionConsent: boolean;
  flags: Set<DeedFlag>;
  /** What the desk is asked about; null where nothing. */
  ask: string | null;
  /** The bookings that it is about, and the codes of those that changed. */
  bookingIds: Set<string>;
  codes: Set<string>;
};
