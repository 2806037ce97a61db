/** What operations get: the database and every other outside dependency, so that tests can replace them. */
import type { Db, Tx } from "./db/client.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Limits } from "./limits/rate-limiter.server.ts";
import type { Live } from "./live/live.server.ts";
import type { Company } from "../domain/company.ts";
import type { Files } from "./files/file-store.ts";
import type { OnlinePayments } from "./online-payments/online-payments.ts";

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
  /** The current time. */
  now(): Date;
  /** A random whole number from 0 up to, not including, `below`; from a cryptographic source. */
  randomInt(below: number): number;
  /** `APP_ORIGIN`: the beginning of every link that we send. */
  origin: string;
  /** Whether cookies may be Secure (`APP_ORIGIN` is https). */
  secure: boolean;
  /** Signs and derives tokens; never leaves the process. */
  secret: string;
  /** Whether mail is stored at /mailbox instead of being sent. */
  mailbox: boolean;
  /** Whether everybody may read /mailbox, not only this machine. */
  mailboxPublic: boolean;
  /** Where senders pay online; null where it is not configured. */
  online: OnlinePayments | null;
  /** The company as it is now (platform/company/company.server.ts). */
  company(): Promise<Company>;
  /** What a new installation begins with, for who changes it. */
  initialCompany: Company;
  /** Of the product, from package.json. */
  version: string;
  /** Look-ups in the page cache of this process, counted there and shown at /metrics. */
  cacheLookups: { hits: number; misses: number };
  /** What this process knows of the scheduled backups, for /metrics and the system page. */
  backups: BackupState;
};

export type BackupState = {
  /** Whether BACKUP_TO is set. */
  scheduled: boolean;
  count: number;
  lastAt: Date | null;
  lastBytes: number | null;
  failedAt: Date | null;
  /** Why the last attempt failed; null after one that did not. */
  error: string | null;
};

export type { Db, Tx };
