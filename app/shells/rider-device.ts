/** The guard for requests of a rider's phone during and between shifts. */
import { devicesOnly } from "../access/rider-guards.server.ts";

export const middleware = [devicesOnly];
