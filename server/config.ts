/** The only reader of the environment. A wrong setting stops the start with one clear line (operations.md). */
import { isIP } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";

const flag = z
  .enum(["0", "1", "false", "true", "off", "on", ""])
  .transform((v) => ["1", "true", "on"].includes(v));
const optional = z.string().trim().min(1).optional();

const settings = z.object({
  PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(3000),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  APP_ORIGIN: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://ona.example" })
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: optional,
  MAILBOX: z.enum(["public"], "can only be 'public'").optional(),
  S3_URL: z
    .url("must be an address such as https://KEY:SECRET@s3.example/bucket?region=eu-west-1")
    .optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").default("admin@example.com"),
  ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
  SEED: z.enum(["demo", "none"], "must be 'demo' or 'none'").optional(),
  TRUST_PROXY: z.preprocess(
    (v) => (v === "off" || v === "" || v === undefined ? 0 : v),
    z.coerce.number("must be 'off' or the number of proxies in front").int().min(0).max(10),
  ),
  WEB_CONCURRENCY: z.coerce.number("must be a number of processes").int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** Load tests on loopback only: multiplies every limit. */
  LIMITS_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1),
  NODE_ENV: z.string().default("development"),
  /** Set by the first process for its workers. */
  ONA_WORKER: flag.optional(),
});

export type Config = {
  port: number;
  host: string;
  origin: string;
  secure: boolean;
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  mailbox: boolean;
  s3Url: string | null;
  appSecret: string | null;
  adminEmail: string;
  adminPassword: string | null;
  seed: "demo" | "none";
  trustProxy: number;
  processes: number;
  logLevel: string;
  limitsFactor: number;
};

export class ConfigError extends Error {}

export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host === "::1" ||
    host === "[::1]" ||
    (isIP(host) === 4 && host.startsWith("127."))
  );
}

/** Reads and checks all settings at once; throws a ConfigError that names each wrong one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is an unset one, as shells and service files mean it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
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
  const loopback = isLoopback(s.HOST);
  if (!loopback && !s.SMTP_URL && s.MAILBOX !== "public") {
    throw new ConfigError(
      `HOST ${s.HOST} can be reached from outside and there is no mail server: set SMTP_URL, or MAILBOX=public to let everybody read all mail at /mailbox`,
    );
  }
  if (s.LIMITS_FACTOR > 1 && !loopback) {
    throw new ConfigError("LIMITS_FACTOR is for load tests and works only while HOST is a loopback address");
  }
  const origin = s.APP_ORIGIN ?? `http://localhost:${s.PORT}`;
  return {
    port: s.PORT,
    host: s.HOST,
    origin,
    secure: origin.startsWith("https:"),
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM ?? null,
    mailbox: !s.SMTP_URL,
    s3Url: s.S3_URL ?? null,
    appSecret: s.APP_SECRET ?? null,
    adminEmail: s.ADMIN_EMAIL.toLowerCase(),
    adminPassword: s.ADMIN_PASSWORD ?? null,
    seed: s.SEED ?? (s.DATABASE_URL ? "none" : "demo"),
    trustProxy: s.TRUST_PROXY,
    processes: s.WEB_CONCURRENCY,
    logLevel: s.LOG_LEVEL,
    limitsFactor: s.LIMITS_FACTOR,
  };
}
