/** What a rider's phone is given during a shift. */
import { shiftsOnly } from "../access/rider-guards.server.ts";

export const middleware = [shiftsOnly];
