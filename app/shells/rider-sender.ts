/** The guard of a rider's phone that sends deeds, also shortly after its enrolment's end. */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
