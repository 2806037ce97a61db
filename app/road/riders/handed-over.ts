import type { RunState } from "../../domain/run.ts";

/**
 * If a rider leaves the company, the rider's runs in these states go to another rider. A returned run keeps the leaving
 * rider's name.
 */
export const HANDED_OVER: readonly RunState[] = ["planned", "loaded", "out"];
