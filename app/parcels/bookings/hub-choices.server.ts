/** BOOK-29, BOOK-31: the choices of the booking form that need an active hub. */
import { eq, sql } from "drizzle-orm";
import { activeHubs } from "../../places/hubs.server.ts";
import { isOnAccount, USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, hubs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse } from "./messages.ts";
import type { HubToChoose } from "./more-fields.tsx";

/** The text in place of a hub's name and address, if the hub was closed and no other hub serves the sender. */
const OFFICE = "our office";

/**
 * BOOK-31: the name and address of the hub to which the sender brings the parcel. Null if a rider picks the
 * parcel up. For a closed hub, the text is 'our office'.
 */
export const dropOffColumn = sql<string | null>`(
  select case when h.active then h.name || ', ' || h.address else ${OFFICE}::text end from ${hubs} h where h.id = ${bookings.dropOffHubId})`;

/** BOOK-31: reads name and address of the hub to which the sender brings the parcel. Null without a hub. */
export async function dropOffOf(db: Pick<Db, "select">, hubId: string | null): Promise<string | null> {
  if (hubId === null) return null;
  const [hub] = await db
    .select({ name: hubs.name, address: hubs.address, active: hubs.active })
    .from(hubs)
    .where(eq(hubs.id, hubId));
  return hub ? dropOffText(hub) : null;
}

export const dropOffText = ({
  name,
  address,
  active,
}: Record<"name" | "address", string> & { active: boolean }) => (active ? `${name}, ${address}` : OFFICE);

export async function hubChoices(services: Pick<Services, "db" | "live">): Promise<HubToChoose[]> {
  return (await activeHubs(services)).map(({ id, name }) => ({ id, name }));
}

/**
 * Refuses (field errors) a hub that is not active. If no hub is active, also refuses a payer from whom a rider would
 * collect the money. Do not call this function inside a transaction.
 */
export async function refuseWithoutHub(
  services: Pick<Services, "db" | "live">,
  {
    dropOffHub = "",
    paysDelivery = USUAL_PAYER,
  }: { dropOffHub?: string; paysDelivery?: PaysDelivery | undefined },
): Promise<Refusal | null> {
  const isCollected = paysDelivery !== USUAL_PAYER && !isOnAccount(paysDelivery);
  if (dropOffHub === "" && !isCollected) return null;
  const active = await activeHubs(services);
  if (dropOffHub !== "" && !active.some(({ id }) => id === dropOffHub))
    return refuse("invalid", "closed_hub");
  return isCollected && active.length === 0 ? refuse("invalid", "nobody_collects") : null;
}

/** True if the form shows the choice of payer: a hub is active, or the booking already has another payer than usual. */
export const hasPayers = async (
  services: Pick<Services, "db" | "live">,
  { paysDelivery }: { paysDelivery: PaysDelivery },
): Promise<boolean> => paysDelivery !== USUAL_PAYER || (await activeHubs(services)).length > 0;
