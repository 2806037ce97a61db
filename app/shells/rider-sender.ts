/**
 * The guard of the requests with which a rider's phone sends deeds. A phone whose enrolment ended lately may send
 * deeds, too.
 */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
