import type { Mail } from "./mailer.server.ts";

/** A mail in words, ready to go, and what it is about. */
export type RenderedMail = Mail & { kind: string; deliveryId?: string };
