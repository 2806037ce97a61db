/** The guard for requests of a rider's phone during a shift. */
import { shiftsOnly } from "../access/rider-guards.server.ts";

export const middleware = [shiftsOnly];
