/** DEED-11: an unbooked parcel, picked up with a sticker. Dispatch books it. */
import { formatNaira } from "../../domain/money.ts";
import { readSticker } from "../../domain/piece-code.ts";
import { takeUnbookedCash } from "../../money/settlements/record-collected.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Did } from "./protocol.ts";
import type { Taking } from "./taking.server.ts";

/**
 * Records the cash, and opens an exception with the data that the rider noted. Dispatch books the parcel with its
 * sticker within a day.
 */
export async function takeUnbooked(
  { tx, act, actor, deed, occurredAt, facts }: Taking,
  did: Extract<Did, { kind: "picked_up_unbooked" }>,
): Promise<void> {
  const run = facts.ownRun(deed.run?.id);
  const { sticker, sender, receiver, kg, pieces, takenKobo, note } = did;
  const said = [
    `Sticker ${sticker}`,
    pieces > 1 && `${pieces} pieces`,
    kg !== null && `${kg} kg`,
    `from ${sender.name} ${sender.phone}`,
    `to ${receiver.name} ${receiver.phone}, ${receiver.place}`,
    takenKobo > 0 && `${formatNaira(takenKobo)} taken`,
    note,
  ].filter(Boolean);
  if (takenKobo > 0)
    await takeUnbookedCash(
      { tx, act },
      { riderId: actor.id, kobo: takenKobo, occurredAt, runId: run?.id ?? null },
    );
  await openExceptions(
    tx,
    [
      {
        kind: "to_complete",
        runId: run?.id ?? null,
        hubId: run?.hubId ?? actor.hubId,
        note: said.join(", ").slice(0, 500),
        about: `deed ${deed.id}`,
        details: { sticker: readSticker(sticker) ?? sticker },
      },
    ],
    act,
  );
}
