import type { TestSpeed } from "../../domain/api-keys.ts";
import type { ActAuthor } from "../../platform/operations/act.server.ts";

/** API-3: the additional facts of a booking that an API key made. */
export type ApiFacts = {
  /** The id of the person, store or business that owns the API key. */
  ownerId: string;
  /** The business that owns the key and the booking. Null means another kind of owner. */
  businessId: string | null;
  reference: string | null;
  metadata: Readonly<Record<string, string>>;
  /** The speed of a test parcel. Null means live mode. */
  testSpeed: TestSpeed | null;
  author: ActAuthor;
};
