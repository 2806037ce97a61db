/** TRIP-5: what a run does to its pieces when it leaves: their event, and the party that holds them on the way. Pure. */
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { RunKind } from "../../domain/run.ts";
import type { LockedRun } from "./lock-run.server.ts";

/** The event of each piece when a run leaves. */
export const LEAVES: Record<RunKind, EventKind | null> = {
  pickup: null,
  linehaul: "left_hub",
  delivery: "out_for_delivery",
};

/** The party that holds the loaded pieces of a run; null while the run has neither rider nor partner. */
export const holderOfRun = ({
  riderId,
  partnerId,
}: Pick<LockedRun, "riderId" | "partnerId">): Holder | null =>
  riderId ? { kind: "rider", id: riderId } : partnerId ? { kind: "partner", id: partnerId } : null;
