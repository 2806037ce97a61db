/**
 * The guard of the requests with which a rider's phone sends deeds. A phone that was revoked lately may send them too.
 */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
