/** PICKUP-1: reads the data of a sender's page of regular pickups. */
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Person } from "../../access/actor.ts";
import { formatPhone } from "../../domain/phone.ts";
import type { BookOf } from "../address-book/book-owner.server.ts";
import { refuse } from "./messages.ts";
import { readOwnPickups } from "./read-pickups.server.ts";

export type PickupsPage = Awaited<ReturnType<typeof readPickupsPage>>;

/** Reads the pickups, and the one that the URL selects for editing. Another owner's pickup gives a 404. */
export async function readPickupsPage(services: Services, of: BookOf, request: Request) {
  const params = new URL(request.url).searchParams;
  const asked = params.get("edit");
  const [pickups, company] = await Promise.all([readOwnPickups(services, of), services.company()]);
  const edited = asked === null ? null : pickups.find(({ id }) => id === asked);
  if (edited === undefined) throw refusalPage(refuse("not_found", "pickup_gone"));
  return {
    pickups,
    edited,
    isAsking: params.has("add") || pickups.length === 0,
    company: company.name,
    known: of.storeId === "" ? ownFields(of.actor.person) : {},
    key: newIdempotencyKey(),
  };
}

const ownFields = ({ fullName, phone, address }: Person): Record<string, string> => ({
  name: fullName ?? "",
  phone: phone ? formatPhone(phone) : "",
  address: address ?? "",
});

export const afterChange =
  (path: string) =>
  (_: unknown, { request }: { request: Request }): string => {
    const store = new URL(request.url).searchParams.get("store");
    return store ? `${path}?${new URLSearchParams({ store })}` : path;
  };
