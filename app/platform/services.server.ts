/** The services that operations use: the database and every other dependency. Tests can replace this object. */
import type { Db, Tx } from "./db/client.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Limits } from "./limits/rate-limiter.server.ts";
import type { Live } from "./live/live.server.ts";
import type { Company } from "../domain/company.ts";
import type { KeyOwner } from "../domain/api-keys.ts";
import type { DaysRules } from "../domain/places-days.ts";
import type { Files } from "./files/file-store.ts";
import type { OnlinePayments } from "./online-payments/online-payments.ts";
import type { PhoneProviders } from "./phone-channels/phone-channels.ts";
import type { ReadWorkbook } from "./tables/workbook.server.ts";

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
  now(): Date;
  /** Returns a random whole number from 0 to `below` - 1, from a cryptographic source. */
  randomInt(below: number): number;
  /** The value of `APP_ORIGIN`, with which every sent link begins. */
  origin: string;
  /** True if cookies may be Secure, because `APP_ORIGIN` is https. */
  secure: boolean;
  /** The secret that signs and derives tokens. It never leaves the process. */
  secret: string;
  /** True if mail is only stored at /mailbox and not sent. */
  mailbox: boolean;
  /** True if everybody may read /mailbox; false if only requests from this machine may. */
  mailboxPublic: boolean;
  /** Reads an XLSX file in a thread of its own. */
  readWorkbook: ReadWorkbook;
  /** The provider of online payments; null if none is configured. */
  online: OnlinePayments | null;
  /** The providers for messages to phones. A provider that is not configured is null. */
  phones: PhoneProviders;
  /** Returns the company's current facts (platform/company/company.server.ts). */
  company(from?: Pick<Db, "select">): Promise<Company>;
  /**
   * Returns the rules for pickup and delivery days at the time `at` (places/days-rules.server.ts). Pass a running
   * transaction as `from`.
   */
  daysRules(at: Date, from?: Pick<Db, "select">): Promise<DaysRules>;
  /** The company's facts until a super admin saves other facts. */
  initialCompany: Company;
  /** True if webhooks may use http for addresses on this machine, for development. */
  webhooksLoopback: boolean;
  /** The sandbox's services for test keys; null without a sandbox. */
  sandbox: Sandbox | null;
  /** The product's version, from package.json. */
  version: string;
  /** The hits and misses of this process's page cache; for /metrics. */
  cacheLookups: { hits: number; misses: number };
  /** The state of this process's scheduled backups, for /metrics and the system page. */
  backups: BackupState;
};

/** API-9: the sandbox has the same services with a separate database. The sandbox is opened when it is first used. */
export type Sandbox = {
  open(): Promise<Services>;
  /** Copies the test key's owner into the sandbox. Returns the services for a request with this key. */
  admit(of: TestOwner): Promise<Services>;
  /** Copies the company's facts, hubs and prices into the sandbox again. */
  refresh(): Promise<{ hubs: number; priceLists: number }>;
  /** Deletes the sandbox's data that is too old or belongs to deleted accounts. */
  forget(): Promise<void>;
};

export type TestOwner = {
  person: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
    phone: string | null;
    address: string | null;
  };
  owner: KeyOwner;
};

export type BackupState = {
  /** True if BACKUP_TO is set. Backups are then made periodically. */
  scheduled: boolean;
  count: number;
  lastAt: Date | null;
  lastBytes: number | null;
  failedAt: Date | null;
  /** The reason for the last failure; null after a success. */
  error: string | null;
};

export type { Db, Tx };
