/** The requests of a rider's phone between shifts. */
import { devicesOnly } from "../access/rider-guards.server.ts";

export const middleware = [devicesOnly];
