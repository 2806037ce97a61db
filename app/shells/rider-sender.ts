/**
 * The guard for requests with which a rider's phone sends deeds. The phone may send deeds until shortly after its
 * enrolment has ended.
 */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
