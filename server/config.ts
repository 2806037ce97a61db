/** The only reader of the environment. A wrong setting stops the start with one clear line (operations.md). */
import { isIP } from "node:net";
import { resolve } from "node:path";
import pg from "pg";
import * as z from "zod";
import { readS3Url } from "../app/files/s3.server.ts";

const flag = z
  .enum(["0", "1", "false", "true", "off", "on", ""])
  .transform((v) => ["1", "true", "on"].includes(v));

/** A whole number with one sentence for everything that is none or out of range. */
function whole(from: number, to: number, what: string) {
  const error = `must be ${what} from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error);
}

/** A text that `read` understands; what it throws is what the operator reads. */
function readable(read: (text: string) => void) {
  return z.string().superRefine((text, check) => {
    try {
      read(text);
    } catch (problem) {
      check.addIssue({ code: "custom", message: (problem as Error).message });
    }
  });
}

function readDatabaseUrl(text: string): void {
  const wrong = new Error("must be an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE");
  if (!/^postgres(ql)?:\/\//.test(text)) throw wrong;
  try {
    // The driver's own reading: it takes sockets and parameters that a plain URL has no place for.
    const { port } = new pg.Client({ connectionString: text });
    if (!(port > 0 && port < 65_536)) throw wrong;
  } catch {
    throw wrong;
  }
}

function readSmtpUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    throw new Error("must be an address such as smtps://USER:PASSWORD@HOST:465");
}

const LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

const settings = z.object({
  PORT: whole(0, 65_535, "a port number").default(3000),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  APP_ORIGIN: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://ona.example" })
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: readable(readDatabaseUrl).optional(),
  SMTP_URL: readable(readSmtpUrl).optional(),
  MAIL_FROM: z.email("must be an e-mail address").optional(),
  MAILBOX: z.enum(["public"], "can only be 'public', or left out").optional(),
  S3_URL: readable(readS3Url).optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").default("admin@example.com"),
  ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
  SEED: z.enum(["demo", "none"], "must be 'demo' or 'none'").optional(),
  TRUST_PROXY: z.preprocess(
    (v) => (v === "off" || v === "" || v === undefined ? 0 : v),
    whole(0, 10, "'off' or the number of proxies in front,"),
  ),
  WEB_CONCURRENCY: whole(1, 64, "a number of processes").default(1),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(", ")}`).default("info"),
  /** Load tests on loopback only: multiplies every limit. */
  LIMITS_FACTOR: whole(1, 1_000_000, "a number").default(1),
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
