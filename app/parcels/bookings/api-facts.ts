import type { TestSpeed } from "../../domain/api-keys.ts";
import type { ActAuthor } from "../../platform/operations/act.server.ts";

/** API-3: the additional facts of a booking that an API key made. */
export type ApiFacts = {
  /** The person, the store or the business for which the key acts. */
  ownerId: string;
  /** The business for which the key acts, and to which the booking belongs; null for another owner. */
  businessId: string | null;
  /** The shop's number of the order; null without one. */
  reference: string | null;
  metadata: Readonly<Record<string, string>>;
  /** The speed of a test booking's parcel; null in live mode. */
  testSpeed: TestSpeed | null;
  author: ActAuthor;
};
