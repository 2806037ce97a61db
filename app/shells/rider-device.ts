/** The guard of the requests that a rider's phone sends during a shift or between shifts. */
import { devicesOnly } from "../access/rider-guards.server.ts";

export const middleware = [devicesOnly];
