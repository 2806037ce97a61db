/** TRIP-5: which event a run's pieces get when the run leaves, and who holds the pieces on the way. Pure. */
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { RunKind } from "../../domain/run.ts";
import type { LockedRun } from "./lock-run.server.ts";

export const LEAVES: Record<RunKind, EventKind | null> = {
  pickup: null,
  linehaul: "left_hub",
  delivery: "out_for_delivery",
};

/** Returns who holds a run's loaded pieces; null while the run has neither a rider nor a partner. */
export const holderOfRun = ({
  riderId,
  partnerId,
}: Pick<LockedRun, "riderId" | "partnerId">): Holder | null =>
  riderId ? { kind: "rider", id: riderId } : partnerId ? { kind: "partner", id: partnerId } : null;
