/** What a rider's phone sends, for which its device is enough. */
import { sendersOnly } from "../access/rider-guards.server.ts";

export const middleware = [sendersOnly];
