/** Reads a rider's id from the URL of a page. Pure. */
import * as z from "zod";

export const ofRider = z.object({ id: z.string().max(40) });
