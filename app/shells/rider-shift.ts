/** The guard for requests that a rider's phone sends only during a shift. */
import { shiftsOnly } from "../access/rider-guards.server.ts";

export const middleware = [shiftsOnly];
