import type { RunState } from "../../domain/run.ts";

/** The runs of a rider who leaves that go to another one. One that is back is reconciled under the name of who drove it. */
export const HANDED_OVER: readonly RunState[] = ["planned", "loaded", "out"];
