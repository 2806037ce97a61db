import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const SECRET = "a-secret-of-more-than-32-characters";

function reason(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
}

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PORT", "80.5"],
  ["APP_ORIGIN", "ona.example"],
  ["APP_ORIGIN", "ftp://ona.example"],
  ["DATABASE_URL", "mysql://localhost/ona"],
  ["DATABASE_URL", "postgres://user:pass@[host/ona"],
  ["DATABASE_URL", "postgres://localhost:99999/ona"],
  ["SMTP_URL", "mail.example"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL", "smtp://mail.example:mail"],
  ["MAIL_FROM", "Ona Delivery"],
  ["MAILBOX", "yes"],
  ["S3_URL", "bucket"],
  ["S3_URL", "http://k:s@s3.example/bucket"],
  ["S3_URL", "https://s3.example/bucket"],
  ["S3_URL", "https://k:s@s3.example/"],
  ["S3_URL", "https://k:100%@s3.example/bucket"],
  ["APP_SECRET", "short"],
  ["ADMIN_EMAIL", "admin"],
  ["ADMIN_PASSWORD", "12345"],
  ["SEED", "all"],
  ["TRUST_PROXY", "on"],
  ["TRUST_PROXY", "11"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "max"],
  ["LOG_LEVEL", "loud"],
  ["LIMITS_FACTOR", "0"],
])("%s=%s stops the start with one line that names it and keeps secrets", (name, value) => {
  const said = reason({ [name]: value });
  expect(said).toMatch(new RegExp(`^${name} (must|can only|has) [^\\n]+$`));
  expect(said).not.toMatch(/Invalid|expected|k:s@|user:pass/);
});

test("all that is wrong is said at once", () => {
  expect(reason({ PORT: "http", SEED: "all" })).toBe(
    "PORT must be a port number from 0 to 65535; SEED must be 'demo' or 'none'",
  );
});

test("settings that only fit together are checked together", () => {
  expect(reason({ DATABASE_URL: "postgres://localhost/ona" })).toMatch(/^APP_SECRET is required/);
  expect(reason({ HOST: "0.0.0.0" })).toMatch(/^HOST 0.0.0.0 .* set SMTP_URL, or MAILBOX=public/);
  expect(reason({ HOST: "0.0.0.0", MAILBOX: "public", LIMITS_FACTOR: "2" })).toMatch(/^LIMITS_FACTOR/);
});

test.each([
  {},
  { PORT: "", SMTP_URL: "" },
  { DATABASE_URL: "postgres://ona@localhost:5432/ona?host=%2Frun%2Fpostgresql", APP_SECRET: SECRET },
  { DATABASE_URL: "postgresql:///ona?host=/run/postgresql", APP_SECRET: SECRET },
  { SMTP_URL: "smtps://me%40ona.example:pa%3Ass@mail.example:465", MAIL_FROM: "post@ona.example" },
  { S3_URL: "https://KEY:a%2Fb@s3.example/bucket/uploads?region=eu-west-1" },
  { S3_URL: "http://k:s@127.0.0.1:9000/bucket" },
  { TRUST_PROXY: "off", WEB_CONCURRENCY: "2", SEED: "none", LOG_LEVEL: "warn" },
])("%o is accepted", (env) => {
  expect(reason(env as Record<string, string>)).toBe("accepted");
});
