/** The guard for requests that a rider's phone sends during and between shifts. */
import { devicesOnly } from "../access/rider-guards.server.ts";

export const middleware = [devicesOnly];
