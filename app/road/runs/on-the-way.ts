/** TRIP-5: the event of a run's pieces when it leaves, and their holder on the way. Pure. */
import type { Holder } from "../../domain/custody.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { RunKind } from "../../domain/run.ts";
import type { LockedRun } from "./lock-run.server.ts";

export const LEAVES: Record<RunKind, EventKind | null> = {
  pickup: null,
  linehaul: "left_hub",
  delivery: "out_for_delivery",
};

/** The holder of a run's loaded pieces; null while the run has neither rider nor partner. */
export const holderOfRun = ({
  riderId,
  partnerId,
}: Pick<LockedRun, "riderId" | "partnerId">): Holder | null =>
  riderId ? { kind: "rider", id: riderId } : partnerId ? { kind: "partner", id: partnerId } : null;
