import type { Mail } from "./mailer.server.ts";

/** A rendered mail and the row it is about. */
export type RenderedMail = Mail & { kind: string; deliveryId?: string };
