/** The context of operations: the database and every other external dependency, so that tests can replace them. */
import type { Db, Tx } from "./db/client.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Limits } from "./limits/rate-limiter.server.ts";
import type { Live } from "./live/live.server.ts";
import type { Company } from "../domain/company.ts";
import type { Files } from "./files/file-store.ts";
import type { OnlinePayments } from "./online-payments/online-payments.ts";
import type { PhoneProviders } from "./phone-channels/phone-channels.ts";

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
  /** True if cookies may be Secure (`APP_ORIGIN` is https). */
  secure: boolean;
  /** Signs and derives tokens; never leaves the process. */
  secret: string;
  /** True if mail is stored at /mailbox instead of being sent. */
  mailbox: boolean;
  /** True if everybody may read /mailbox, not only this machine. */
  mailboxPublic: boolean;
  /** The provider of online payments; null if none is configured. */
  online: OnlinePayments | null;
  /** The providers of messages to phones; each null if it is not configured. */
  phones: PhoneProviders;
  /** The current company (platform/company/company.server.ts). */
  company(from?: Pick<Db, "select">): Promise<Company>;
  /** The company of a new installation, which applies until facts are saved. */
  initialCompany: Company;
  /** The version of the product, from package.json. */
  version: string;
  /** Look-ups in the page cache of this process, counted there and shown at /metrics. */
  cacheLookups: { hits: number; misses: number };
  /** The state of the scheduled backups in this process, for /metrics and the system page. */
  backups: BackupState;
};

export type BackupState = {
  /** True if BACKUP_TO is set. */
  scheduled: boolean;
  count: number;
  lastAt: Date | null;
  lastBytes: number | null;
  failedAt: Date | null;
  /** The reason of the last failure; null after a success. */
  error: string | null;
};

export type { Db, Tx };
