import type { Route } from "./+types/store-address-book-export.route";
import { exportReceivers } from "../../parcels/address-book/address-book.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { storeOwnerOf, requireStore } from "./store-context.ts";

/** SENDER-1: exports the address book of a store as a CSV file. */
export const loader = ({ context }: Route.LoaderArgs) =>
  exportReceivers(context.get(servicesContext).db, {
    actor: storeOwnerOf(context),
    storeId: requireStore(context).id,
  });
