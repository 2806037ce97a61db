import type { Route } from "./+types/my-address-book-export.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { exportReceivers } from "./address-book.server.ts";

/** SENDER-1: a customer's own address book as a CSV file. */
export const loader = ({ context }: Route.LoaderArgs) =>
  exportReceivers(context.get(servicesContext).db, { actor: context.get(customerContext), storeId: "" });
