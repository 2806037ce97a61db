/** The guard of the requests that a rider's phone sends during a shift. */
import { shiftsOnly } from "../access/rider-guards.server.ts";

export const middleware = [shiftsOnly];
