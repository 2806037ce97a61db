/** The rider of a page, from its URL. Pure. */
import * as z from "zod";

export const ofRider = z.object({ id: z.string().max(40) });
