/** Reads the riders and partners that can be chosen for a run. */
import { asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { hubs, partners, riders } from "../../platform/db/schema.ts";

/** Returns active partners, and active riders with the code of their hub. Riders of `hubId` come first. */
export async function readCarriers(db: Db, hubId: string | null) {
  const [riderRows, partnerRows] = await Promise.all([
    db
      .select({ id: riders.id, name: riders.name, phone: riders.phone, hubId: riders.hubId, hub: hubs.code })
      .from(riders)
      .innerJoin(hubs, eq(hubs.id, riders.hubId))
      .where(isNull(riders.leftAt))
      .orderBy(asc(riders.name), asc(riders.id)),
    db
      .select({ id: partners.id, name: partners.company })
      .from(partners)
      .where(eq(partners.active, true))
      .orderBy(asc(partners.company)),
  ]);
  const ofHub = (own: boolean) => riderRows.filter((rider) => (rider.hubId === hubId) === own);
  return {
    riders: [...ofHub(true), ...ofHub(false)].map(({ id, name, hub }) => ({
      value: id,
      label: `${name}, ${hub}`,
    })),
    partners: partnerRows.map(({ id, name }) => ({ value: id, label: name })),
  };
}
