/** SENDER-1: the address book of a business as a CSV file. */
import type { Route } from "./+types/business-address-book-export.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { exportReceivers } from "./address-book.server.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  exportReceivers(context.get(servicesContext).db, { actor: context.get(memberContext), storeId: "" });
