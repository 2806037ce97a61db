/** What operations are handed: the database and everything of the outside world, so that tests choose them. */
import type { Db, Tx } from "./db/client.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Limits } from "./limits/rate-limiter.server.ts";
import type { Live } from "./live/live.server.ts";
import type { Files } from "./files/file-store.ts";

export type Services = {
  db: Db;
  jobs: Jobs;
  live: Live;
  limits: Limits;
  files: Files;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** The instant it is now. */
  now(): Date;
  /** A whole number from 0 up to, not including, `below`; from a cryptographic source. */
  randomInt(below: number): number;
  /** `APP_ORIGIN`: what every link outside begins with. */
  origin: string;
  /** Whether cookies may be Secure (`APP_ORIGIN` is https). */
  secure: boolean;
  /** Signs and derives; never leaves the process. */
  secret: string;
  /** Whether mail is kept at /mailbox instead of being sent. */
  mailbox: boolean;
  /** Whether everybody may read /mailbox, and not this machine alone. */
  mailboxPublic: boolean;
};

export type { Db, Tx };
