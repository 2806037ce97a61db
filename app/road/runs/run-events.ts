/** TRIP-8: the events of the pieces of a run, and the party that holds these pieces on the way. Pure. */
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { RunKind } from "../../domain/run.ts";
import type { Deed } from "../../history/events.server.ts";
import type { LockedRun } from "./lock-run.server.ts";
import type { PieceOfRun } from "./pieces-of-run.server.ts";

/** The event of each piece when a run leaves. */
export const LEAVES: Record<RunKind, EventKind | null> = {
  pickup: null,
  linehaul: "left_hub",
  delivery: "out_for_delivery",
};

/** A deed for a piece of a run. Its hub is the one from which the run leaves. */
export const deedOf = (
  { bookingId, number }: Pick<PieceOfRun, "bookingId" | "number">,
  { kind, run, occurredAt }: { kind: EventKind; run: LockedRun; occurredAt: Date },
): Deed => ({ bookingId, piece: number, kind, occurredAt, hubId: run.hubId, runId: run.id });

export const codesOf = (done: ReadonlyMap<string, { code: string }> | null): string[] =>
  done ? [...done.values()].map(({ code }) => code) : [];

/** The party that holds the loaded pieces of a run; null while the run has neither rider nor partner. */
export const holderOfRun = ({
  riderId,
  partnerId,
}: Pick<LockedRun, "riderId" | "partnerId">): Holder | null =>
  riderId ? { kind: "rider", id: riderId } : partnerId ? { kind: "partner", id: partnerId } : null;
