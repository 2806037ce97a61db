/** The requests of a rider's phone that only need its device. */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
