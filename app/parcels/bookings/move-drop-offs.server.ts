/** BOOK-31: senders cannot bring parcels to a closed hub. Their bookings move to another hub that serves the sender. */
import { and, eq, inArray } from "drizzle-orm";
import { destinationHub } from "../../domain/destination-hub.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import { addEvents, deedTopics } from "../../history/add-events.server.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, hubs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { DROP_OFF } from "./booking-facts.ts";
import { dropOffText } from "./hub-choices.server.ts";

const BY = {
  ...{ source: "program" as const, authorId: null, kind: "corrected" as const },
  by: { byUserId: null, byName: "Automatic check" },
};
const AT_ONCE = 200;

/**
 * Moves pending bookings from a closed hub to another hub that serves the sender, with an event and a mail. If no
 * other hub serves the sender, the booking stays unchanged, and every page says 'our office'. If two processes do this
 * at the same time, each booking is still changed once.
 */
export async function moveDropOffs(services: Services): Promise<void> {
  const { db, live, now } = services;
  const closed = await readDropOffs(db);
  const active = closed.length > 0 ? await readActiveHubs(db) : [];
  const served = closed.filter(({ from }) => destinationHub(active, from).kind === "hub").slice(0, AT_ONCE);
  if (served.length === 0) return;
  const codes = await transact(db, async (tx) => {
    const ids = served.map(({ id }) => id);
    const moved = (await readDropOffs(tx, ids)).flatMap(({ id, from, hub }) => {
      const found = destinationHub(active, from);
      if (found.kind !== "hub") return [];
      const before = dropOffText({ ...hub, active: true });
      const after = dropOffText({ ...found.hub, active: true });
      const changes = { [DROP_OFF]: [before, after] as [string, string] };
      return [{ bookingId: id, kind: "corrected" as const, changes, set: { dropOffHubId: found.hub.id } }];
    });
    const done = await addEvents({ services, tx, act: beginAct(tx, { ...BY, at: now() }) }, moved);
    return [...done.values()].map(({ code }) => code);
  });
  if (codes.length > 0) live.publish(...deedTopics(codes));
}

/** Finds pending bookings whose drop-off hub is closed. With `ids`, also locks the rows of those bookings. */
function readDropOffs(db: Pick<Db, "select">, ids?: string[]) {
  const found = db
    .select({
      id: bookings.id,
      from: { town: bookings.senderTown, state: bookings.senderState },
      hub: { name: hubs.name, address: hubs.address },
    })
    .from(bookings)
    .innerJoin(hubs, and(eq(hubs.id, bookings.dropOffHubId), eq(hubs.active, false)))
    .where(and(eq(bookings.status, FIRST_STATUS), ids && inArray(bookings.id, ids)))
    .orderBy(bookings.trackingCode);
  return ids ? found.for("no key update", { of: bookings }) : found;
}
