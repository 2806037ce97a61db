import type { RunState } from "../../domain/run.ts";

/** A leaving rider's runs in these states go to another rider. A returned run keeps the rider's name. */
export const HANDED_OVER: readonly RunState[] = ["planned", "loaded", "out"];
