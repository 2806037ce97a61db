/** The guard of a rider's phone during or between shifts. */
import { devicesOnly } from "../access/rider-guards.server.ts";

export const middleware = [devicesOnly];
