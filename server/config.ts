/**
 * RUN-1: reads the product's settings from the environment. An invalid setting stops the start with one clear
 * line. Longer than 250 lines because it is the table of all settings.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { isLoopback } from "../app/platform/http/is-loopback.ts";
import { readS3Url } from "../app/platform/files/s3-url.ts";
import { PAYSTACK_URL, type PaystackAccess } from "../app/platform/online-payments/paystack.server.ts";
import { CHANNEL_SECRETS, CHANNEL_SETTINGS, channelAccess, type ChannelAccess } from "./channel-settings.ts";
import {
  checkedTls,
  readAdminPassword,
  readBackupTo,
  readCollector,
  readContact,
  readDatabaseUrl,
  readMailFrom,
  readOrigin,
  readPaystackKey,
  readApiUrl,
  readSmtpUrl,
} from "./setting-parsers.ts";

const flag = z
  .enum(["0", "1", "false", "true", "off", "on", ""], "must be 'on' or 'off'")
  .transform((v) => ["1", "true", "on"].includes(v));

/** Makes a setting that is a whole number from `from` to `to`. Every other value gets the same error message. */
function whole(from: number, to: number, what: string) {
  const error = `must be ${what} from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error);
}

/** Makes a setting whose text `read` accepts. The message that `read` throws is the message for the setting. */
function readable(read: (text: string) => void) {
  return z.string().superRefine((text, check) => {
    try {
      read(text);
    } catch (problem) {
      check.addIssue({ code: "custom", message: (problem as Error).message });
    }
  });
}

/** `slow` logs only the requests that took long or failed on our side. */
const ACCESS_LOGS = ["off", "slow", "all"] as const;
const LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

const settings = z.object({
  PORT: whole(0, 65_535, "a port number").default(3000),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  APP_ORIGIN: readable(readOrigin)
    .transform((text) => new URL(text).origin)
    .optional(),
  /** True if HSTS also covers subdomains. Browsers remember this for a year. */
  HSTS_SUBDOMAINS: flag.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.string().transform(checkedTls).pipe(readable(readDatabaseUrl)).optional(),
  /** The database of the sandbox. If only DATABASE_URL is set, there are no test keys. */
  SANDBOX_DATABASE_URL: z.string().transform(checkedTls).pipe(readable(readDatabaseUrl)).optional(),
  SMTP_URL: readable(readSmtpUrl).optional(),
  MAIL_FROM: readable(readMailFrom).transform(readMailFrom).optional(),
  /** True if webhooks may use http for addresses on this machine, for development. */
  WEBHOOKS_LOOPBACK: flag.optional(),
  MAILBOX: z.enum(["public"], "can only be 'public', or left out").optional(),
  S3_URL: readable(readS3Url).optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  PAYSTACK_SECRET_KEY: readable(readPaystackKey).optional(),
  /** The URL of Paystack's API. Tests set the URL of a fake Paystack. */
  PAYSTACK_URL: readable(readApiUrl).default(PAYSTACK_URL),
  ...CHANNEL_SETTINGS,
  BACKUP_TO: readable(readBackupTo).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day in Lagos, such as 02:30")
    .default("02:30"),
  BACKUP_KEEP: whole(1, 1000, "a number of backups").default(14),
  OTEL_EXPORTER_OTLP_ENDPOINT: readable(readCollector).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  SECURITY_CONTACT: readable(readContact).transform(readContact).optional(),
  ADMIN_EMAIL: z.email("must be an email address").default("admin@example.com"),
  ADMIN_PASSWORD: readable(readAdminPassword).optional(),
  SEED: z.enum(["demo", "none"], "must be 'demo' or 'none'").optional(),
  TRUST_PROXY: z.preprocess(
    (v) => (v === "off" || v === "" || v === undefined ? 0 : v),
    whole(0, 10, "'off' or the number of proxies in front,"),
  ),
  WEB_CONCURRENCY: whole(1, 64, "a number of processes").default(1),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(", ")}`).default("info"),
  ACCESS_LOG: z.enum(ACCESS_LOGS, `must be one of ${ACCESS_LOGS.join(", ")}`).default("slow"),
  /** The factor by which every rate limit is multiplied, only for load tests on loopback. */
  LIMITS_FACTOR: whole(1, 1_000_000, "a number").default(1),
  NODE_ENV: z.string().default("development"),
  /** True in a worker process. The first process sets this variable for its workers. */
  ONA_WORKER: flag.optional(),
});

/** Settings that may be read from a file. The setting with _FILE after its name has the path of the file. */
const SECRETS = [
  "DATABASE_URL",
  "SANDBOX_DATABASE_URL",
  "SMTP_URL",
  "S3_URL",
  "APP_SECRET",
  "ADMIN_PASSWORD",
  "METRICS_TOKEN",
  "PAYSTACK_SECRET_KEY",
  ...CHANNEL_SECRETS,
  "BACKUP_TO",
] as const;

export type Config = {
  port: number;
  host: string;
  origin: string;
  secure: boolean;
  hstsSubdomains: boolean;
  dataDir: string;
  databaseUrl: string | null;
  sandboxUrl: string | null;
  smtpUrl: string | null;
  mailFrom: { name: string; address: string } | null;
  mailbox: boolean;
  /** True if everybody may read /mailbox. Otherwise only this machine may. */
  mailboxPublic: boolean;
  webhooksLoopback: boolean;
  s3Url: string | null;
  /** Null means that online payments are off. */
  paystack: PaystackAccess | null;
  /** The access to the providers of messages to receivers. Null for each provider that is off. */
  channels: ChannelAccess;
  appSecret: string | null;
  securityContact: string | null;
  adminEmail: string;
  adminPassword: string | null;
  seed: "demo" | "none";
  trustProxy: number;
  processes: number;
  logLevel: string;
  metricsToken: string | null;
  /** The URL of the OpenTelemetry collector that gets traces. */
  tracesTo: string | null;
  /** The daily backup: its place, its time in minutes after midnight in Lagos, and the number of kept backups. */
  backup: { to: string; atMinutes: number; keep: number } | null;
  accessLog: (typeof ACCESS_LOGS)[number];
  limitsFactor: number;
};

export class ConfigError extends Error {}

/** Reads and checks all settings at once. Throws a ConfigError that names each invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable counts as unset, as in shells and service files.
  const given = withSecretFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
    );
  }
  const s = parsed.data;
  if (s.DATABASE_URL && !s.APP_SECRET) {
    throw new ConfigError("APP_SECRET is required when DATABASE_URL is set: at least 32 random characters");
  }
  const origin = s.APP_ORIGIN ?? `http://localhost:${s.PORT}`;
  const outside = reachedFromOutside(s.HOST, origin, s.TRUST_PROXY);
  if (outside && !s.SMTP_URL && s.MAILBOX !== "public") {
    throw new ConfigError(
      `${outside} and there is no mail server: set SMTP_URL, or MAILBOX=public to let everybody read all mail at /mailbox`,
    );
  }
  if (outside && s.LIMITS_FACTOR > 1) {
    throw new ConfigError(`LIMITS_FACTOR is for load tests on one's own machine, but ${outside}`);
  }
  if (s.SANDBOX_DATABASE_URL && s.SANDBOX_DATABASE_URL === s.DATABASE_URL)
    throw new ConfigError("SANDBOX_DATABASE_URL must be another database than DATABASE_URL");
  const channels = channelAccess(s);
  if (typeof channels === "string") throw new ConfigError(channels);
  return {
    port: s.PORT,
    host: s.HOST,
    origin,
    secure: origin.startsWith("https:"),
    hstsSubdomains: s.HSTS_SUBDOMAINS ?? false,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL ?? null,
    sandboxUrl: s.SANDBOX_DATABASE_URL ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM ?? null,
    mailbox: !s.SMTP_URL,
    mailboxPublic: s.MAILBOX === "public",
    webhooksLoopback: s.WEBHOOKS_LOOPBACK ?? false,
    s3Url: s.S3_URL ?? null,
    paystack: s.PAYSTACK_SECRET_KEY ? { secretKey: s.PAYSTACK_SECRET_KEY, url: s.PAYSTACK_URL } : null,
    channels,
    appSecret: s.APP_SECRET ?? null,
    securityContact: s.SECURITY_CONTACT ?? null,
    adminEmail: s.ADMIN_EMAIL.toLowerCase(),
    adminPassword: s.ADMIN_PASSWORD ?? null,
    seed: s.SEED ?? (s.DATABASE_URL ? "none" : "demo"),
    trustProxy: s.TRUST_PROXY,
    processes: s.WEB_CONCURRENCY,
    logLevel: s.LOG_LEVEL,
    backup: s.BACKUP_TO ? { to: s.BACKUP_TO, atMinutes: minutesOf(s.BACKUP_AT), keep: s.BACKUP_KEEP } : null,
    tracesTo: s.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metricsToken: s.METRICS_TOKEN ?? null,
    accessLog: s.ACCESS_LOG,
    limitsFactor: s.LIMITS_FACTOR,
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Returns why other machines can reach the server, directly or through a proxy. Null if they cannot. */
function reachedFromOutside(host: string, origin: string, proxies: number): string | null {
  if (!isLoopback(host)) return `HOST ${host} can be reached from outside`;
  if (!isLoopback(new URL(origin).hostname)) return `APP_ORIGIN ${origin} is for people outside`;
  return proxies > 0 ? `TRUST_PROXY ${proxies} says that there is a proxy in front` : null;
}

/** Reads the value of each _FILE setting from its file, without the line break at the end. */
function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = { ...env };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: leave one of them out`);
    try {
      read[name] = readFileSync(file, "utf8").replace(/[\r\n]{1,9}$/, "");
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      throw new ConfigError(`${name}_FILE names a file that cannot be read: ${file} (${code ?? "unknown"})`);
    }
    if (!read[name]) throw new ConfigError(`${name}_FILE names an empty file: ${file}`);
  }
  return read;
}

export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(settings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];
