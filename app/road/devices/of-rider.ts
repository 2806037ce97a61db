/** The rider that a page is about, from its address. Pure. */
import * as z from "zod";

export const ofRider = z.object({ id: z.string().max(40) });
