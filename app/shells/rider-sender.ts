/** The guard for a rider's phone that sends deeds, which it may do until shortly after the end of its enrolment. */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
