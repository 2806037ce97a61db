import type { RunState } from "../../domain/run.ts";

/**
 * The states of a leaving rider's runs that another rider takes over. A run that is back is reconciled under the name of its
 * driver.
 */
export const HANDED_OVER: readonly RunState[] = ["planned", "loaded", "out"];
