/** Creates the real services with which the product runs (createApp). */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import "../app/domain/phone.server.ts";
import { startDueMessages } from "../app/parcels/messages/due-messages.server.ts";
import { startWebhooks } from "../app/developers/webhooks/start-webhooks.server.ts";
import { PLACES_TO_REMEMBER } from "../app/parcels/remembered-places/delivery-places.server.ts";
import { placeWorker } from "../app/parcels/remembered-places/follow-delivery.server.ts";
import { messageWorker } from "../app/parcels/messages/send-message.server.ts";
import { MATCHINGS } from "../app/money/bank-statements/matching-job.ts";
import { matchWorker } from "../app/money/bank-statements/match-job.server.ts";
import { BULK_BOOKINGS } from "../app/parcels/bulk/bulk-booking-job.ts";
import { bulkWorker } from "../app/parcels/bulk/book-batch.server.ts";
import { STATUS_BATCHES } from "../app/parcels/dispatch/status-batch-job.ts";
import { batchWorker } from "../app/parcels/dispatch/status-batch.server.ts";
import { ownerMails } from "../app/developers/sandbox/owner-mails.server.ts";
import { TEST_WALKS } from "../app/developers/sandbox/walk-job.ts";
import { walkWorker } from "../app/developers/sandbox/walk.server.ts";
import { openDatabase, POOL_CONNECTIONS } from "../app/platform/db/client.server.ts";
import { DatabaseUnavailable } from "../app/platform/db/connection.server.ts";
import { openFiles } from "../app/platform/files/files.server.ts";
import { workbookReader } from "../app/platform/tables/workbook.server.ts";
import { startSettling } from "../app/money/online-payments/due-online.server.ts";
import { paystack } from "../app/platform/online-payments/paystack.server.ts";
import { termii } from "../app/platform/phone-channels/termii.server.ts";
import { whatsapp } from "../app/platform/phone-channels/whatsapp.server.ts";
import { startMovingClosedDays } from "../app/parcels/bookings/move-closed-days.server.ts";
import { startStateDoubts } from "../app/parcels/bookings/state-doubts.server.ts";
import { startFindingExceptions } from "../app/care/exceptions/find-exceptions.server.ts";
import { startRewards } from "../app/money/referrals/decide-rewards.server.ts";
import { startRollUp } from "../app/money/reports/roll-up-money.server.ts";
import { startParcelRollUp } from "../app/road/parcel-reports/roll-up-parcels.server.ts";
import { PICTURE_REMOVALS } from "../app/platform/files/remove-pictures-job.ts";
import { pictureWorker } from "../app/platform/files/remove-pictures.server.ts";
import { startInvoices } from "../app/money/businesses/invoice-rounds.server.ts";
import { startStatements } from "../app/money/settlements/mail-statements.server.ts";
import { STATISTICS } from "../app/people/profile/statistics-job.ts";
import { statisticsWorker } from "../app/people/profile/forget-statistics.server.ts";
import { startRetention } from "./retention.ts";
import { startJobs, type Pace } from "../app/platform/jobs/jobs.server.ts";
import { createRateLimiter } from "../app/platform/limits/rate-limiter.server.ts";
import { createLive } from "../app/platform/live/live.server.ts";
import { LINK_MAILS, MAILS, PHONE_MESSAGES } from "../app/notifications/notify.server.ts";
import { mailWorker } from "../app/notifications/mail-worker.server.ts";
import { mailboxMailer, NO_REPLY, smtpMailer, type Mailer } from "../app/platform/mail/mailer.server.ts";
import { BLANK_COMPANY, SAMPLE_COMPANY } from "../app/domain/company.ts";
import { readDaysRules } from "../app/places/days-rules.server.ts";
import { companyReader } from "../app/platform/company/company.server.ts";
import type { Services } from "../app/platform/services.server.ts";
import type { Config } from "./config.ts";
import type { Log } from "./observe/log.ts";
import { JOB_KINDS } from "./job-kinds.ts";
import { mailTexts, onRefusedMail } from "./mail-texts.ts";
import { prepareSandbox, sandboxOf } from "./sandbox.ts";
import { metricValuesOf, type MetricValues } from "./observe/metric-values.ts";
import { VERSION } from "./version.ts";

export type RunningServices = {
  services: Services;
  measures: MetricValues;
  ready(): Promise<boolean>;
  /** Ends the live streams of open pages. Other requests are served as before. */
  endStreams(): Promise<void>;
  /** Closes all connections to the database. Must be called after all requests have been answered. */
  stop(): Promise<void>;
};

/**
 * The number of mails that are sent at once, each over a connection of its own: MAIL_CONNECTIONS for `mail`
 * jobs, LINK_CONNECTIONS for `link` jobs.
 */
const MAIL_CONNECTIONS = 16;
const LINK_CONNECTIONS = 4;
/**
 * Up to 32 `mail` jobs at once, twice the number of connections, so that some mails are rendered and stored while others
 * are sent. The number is low enough that even a slow mail server takes each mail before its job counts as lost
 * (platform/jobs/job-kind.ts).
 */
const MAIL_PACE: Pace = { workers: 2, batch: MAIL_CONNECTIONS, seconds: 15 };
/** Up to four `link` jobs at once, one for each connection. */
const LINK_PACE: Pace = { workers: 2, batch: LINK_CONNECTIONS / 2, seconds: 15 };
/** With 32 messages in progress, three hundred a minute are sent even if a provider takes five seconds for each. */
const MESSAGE_PACE: Pace = { workers: 2, batch: 16, seconds: 15 };
const ONE_BY_ONE: Pace = { workers: 1, batch: 1, seconds: 30 };
/** Two workers, so that the batches of two people can be booked at the same time. */
const BULK_PACE: Pace = { workers: 2, batch: 1, seconds: 15 };

/** At most eight test parcels are moved at the same time, so that none waits long. */
const WALK_PACE: Pace = { workers: 2, batch: 4, seconds: 1 };

type ServicesConfig = Pick<
  Config,
  | "origin"
  | "secure"
  | "smtpUrl"
  | "mailFrom"
  | "mailbox"
  | "mailboxPublic"
  | "s3Url"
  | "paystack"
  | "channels"
  | "dataDir"
  | "limitsFactor"
> &
  Partial<Pick<Config, "backup" | "seed" | "webhooksLoopback" | "sandboxUrl">>;

/** The periodic work of every process. Each function starts its work and returns a function that stops the work. */
const ROUNDS: readonly ((services: Services) => () => void)[] = [
  startRetention,
  startStatements,
  startInvoices,
  startSettling,
  startRewards,
  startStateDoubts,
  startMovingClosedDays,
  startRollUp,
  startParcelRollUp,
  startFindingExceptions,
  startDueMessages,
  startWebhooks,
];

/** Opens all connections and starts to run jobs. */
export async function createServices(
  config: ServicesConfig,
  connectionString: string,
  secret: string,
  log: Log,
  now: () => Date = () => new Date(),
  kind: Kind = COMPANY,
): Promise<RunningServices> {
  const { database, jobs, live } = await connect(connectionString, log, kind.connections);
  const initialCompany = config.seed === "none" ? BLANK_COMPANY : SAMPLE_COMPANY;
  const company = companyReader(database.db, live, initialCompany);
  const [mailer, linkMailer] = mailersOf(config, async () => (await company()).name);
  const services: Services = {
    db: database.db,
    jobs,
    live,
    limits: createRateLimiter(database.pool, config.limitsFactor),
    files: openFiles(config),
    readWorkbook: workbookReader(),
    online: config.paystack ? paystack(config.paystack) : null,
    phones: {
      sms: config.channels.termii && termii(config.channels.termii),
      whatsapp: config.channels.whatsapp && whatsapp(config.channels.whatsapp),
    },
    company,
    daysRules: (at, from) => readDaysRules(services, at, from),
    initialCompany,
    log,
    now,
    randomInt: (below) => randomInt(below),
    origin: config.origin,
    secure: config.secure,
    secret,
    ...{ mailbox: config.mailbox, mailboxPublic: config.mailboxPublic },
    webhooksLoopback: config.webhooksLoopback ?? false,
    sandbox: null,
    version: VERSION,
    cacheLookups: { hits: 0, misses: 0 },
    backups: {
      scheduled: !!config.backup,
      count: 0,
      lastAt: null,
      lastBytes: null,
      failedAt: null,
      error: null,
    },
  };
  await kind.startWorkers(services, mailer, linkMailer);
  const stops = kind.rounds.map((start) => start(services));
  const { sandboxUrl } = config;
  const openSandbox = (url: string) => createServices(sandboxConfig(config), url, secret, log, now, SANDBOX);
  const prepare = (url: string) => prepareSandbox(url, connectionString);
  const sandbox = sandboxUrl ? sandboxOf(services, sandboxUrl, { prepare, open: openSandbox }) : null;
  services.sandbox = sandbox;
  return {
    services,
    measures: metricValuesOf(services, database.pool),
    ready: async () => (await database.pool.query("select 1")).rowCount === 1 && database.pool.hasSpace(),
    endStreams: () => live.close(),
    async stop() {
      for (const stop of stops) stop();
      await sandbox?.stop();
      await jobs.stop();
      await live.close();
      mailer.close();
      linkMailer.close();
      await database.close();
    },
  };
}

async function connect(connectionString: string, log: Log, max: number) {
  const quietly = (what: string) => (error: Error) => log.warn({ err: error }, what);
  const database = openDatabase(connectionString, quietly("database connection ended"), { max });
  const jobs = await startJobs(connectionString, JOB_KINDS, quietly("queue"));
  const live = createLive(connectionString, database.pool, quietly("live connection"), (silent) => {
    if (silent) log.warn({ err: new DatabaseUnavailable("the database does not answer") }, "live connection");
    database.pool.setSilent(silent);
    jobs.setSilent(silent);
  });
  return { database, jobs, live };
}

/** Returns the sandbox's settings: no online payments, no messages to phones, and a separate folder for pictures. */
const sandboxConfig = (config: ServicesConfig): ServicesConfig => ({
  ...config,
  ...{ sandboxUrl: null, s3Url: null, paystack: null, channels: { termii: null, whatsapp: null } },
  dataDir: join(config.dataDir, "sandbox"),
});

function mailersOf(config: ServicesConfig, name: () => Promise<string>): [Mailer, Mailer] {
  const from = { name, address: config.mailFrom?.address ?? NO_REPLY };
  const open = (connections: number) =>
    config.smtpUrl ? smtpMailer(config.smtpUrl, from, connections) : mailboxMailer;
  return [open(MAIL_CONNECTIONS), open(LINK_CONNECTIONS)];
}

async function startWorkers(services: Services, mailer: Mailer, linkMailer: Mailer): Promise<void> {
  const { jobs } = services;
  await jobs.work(MAILS, MAIL_PACE, mailWorker(services, mailer, mailTexts, onRefusedMail));
  await jobs.work(LINK_MAILS, LINK_PACE, mailWorker(services, linkMailer, mailTexts));
  await jobs.work(PHONE_MESSAGES, MESSAGE_PACE, messageWorker(services));
  await jobs.work(PICTURE_REMOVALS, ONE_BY_ONE, pictureWorker(services));
  await jobs.work(STATUS_BATCHES, ONE_BY_ONE, batchWorker(services));
  await jobs.work(BULK_BOOKINGS, BULK_PACE, bulkWorker(services));
  await jobs.work(PLACES_TO_REMEMBER, ONE_BY_ONE, placeWorker);
  await jobs.work(MATCHINGS, ONE_BY_ONE, matchWorker(services));
  await jobs.work(STATISTICS, ONE_BY_ONE, statisticsWorker());
}

/** The differences between the company's services and the sandbox's services. */
type Kind = {
  connections: number;
  rounds: typeof ROUNDS;
  startWorkers(services: Services, mailer: Mailer, linkMailer: Mailer): Promise<void>;
};
const COMPANY: Kind = { connections: POOL_CONNECTIONS, rounds: ROUNDS, startWorkers };
/** API-9: the sandbox mails the owners of keys, sends webhooks, and moves the test parcels on. */
const SANDBOX: Kind = {
  connections: 4,
  rounds: [startRetention, startWebhooks],
  async startWorkers(services, mailer) {
    await services.jobs.work(MAILS, ONE_BY_ONE, mailWorker(services, mailer, ownerMails(mailTexts)));
    await services.jobs.work(TEST_WALKS, WALK_PACE, walkWorker(services));
  },
};
