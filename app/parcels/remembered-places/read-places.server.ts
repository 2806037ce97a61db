/** PLACE-2: reads the remembered places of a run, for its rider and for staff. */
import { inArray } from "drizzle-orm";
import { foldAddress } from "../../domain/fold-address.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { rememberedPlaces } from "../../platform/db/schema.ts";
import type { RememberedPlace } from "./place-text.ts";

type Place = { phone: string; address: string };

/**
 * Returns the function `of`, which finds the remembered place of a stop. If several receivers at the stop have a
 * remembered place, `of` returns the newest.
 */
export async function readPlaces(db: Pick<Db, "select">, places: readonly Place[]) {
  const phones = [...new Set(places.map(({ phone }) => phone))];
  const rows =
    phones.length === 0
      ? []
      : await db
          .select({
            phone: rememberedPlaces.phone,
            address: rememberedPlaces.address,
            latitude: rememberedPlaces.latitude,
            longitude: rememberedPlaces.longitude,
            deliveredAt: rememberedPlaces.deliveredAt,
            riderWords: rememberedPlaces.riderWords,
            receiverWords: rememberedPlaces.receiverWords,
          })
          .from(rememberedPlaces)
          .where(inArray(rememberedPlaces.phone, phones));
  const byKey = new Map(rows.map(({ phone, address, ...place }) => [`${phone} ${address}`, place]));
  return {
    of: (those: readonly Place[]): RememberedPlace | null =>
      those
        .flatMap(({ phone, address }) => byKey.get(`${phone} ${foldAddress(address)}`) ?? [])
        .toSorted((a, b) => (b.deliveredAt?.getTime() ?? 0) - (a.deliveredAt?.getTime() ?? 0))[0] ?? null,
  };
}
