import type { TestSpeed } from "../../domain/api-keys.ts";
import type { ActAuthor } from "../../platform/operations/act.server.ts";

/** API-3: the additional facts of a booking that was made with an API key. */
export type ApiFacts = {
  /** The id of the person, store or business that owns the API key. */
  ownerId: string;
  /** The business that owns the key and the booking. Null if the owner is no business. */
  businessId: string | null;
  reference: string | null;
  metadata: Readonly<Record<string, string>>;
  /** The speed at which a test parcel moves. Null for a real parcel (live mode). */
  testSpeed: TestSpeed | null;
  author: ActAuthor;
};
