import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { unknownSettings } from "./setting-names.ts";

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
  ["APP_ORIGIN", "https://ona.example/shop"],
  ["APP_ORIGIN", "https://ona.example/?x=1"],
  ["APP_ORIGIN", "https://me:secret@ona.example"],
  ["HSTS_SUBDOMAINS", "perhaps"],
  ["DATABASE_URL", "mysql://localhost/ona"],
  ["DATABASE_URL", "postgres://user:pass@[host/ona"],
  ["DATABASE_URL", "postgres://localhost:99999/ona"],
  ["SMTP_URL", "mail.example"],
  ["SMTP_URL", "smtp://"],
  ["SMTP_URL", "smtp://mail.example:mail"],
  ["MAIL_FROM", "Ona Delivery"],
  ["MAIL_FROM", "Ona <post@ona.example>, Eve <eve@ona.example>"],
  ["MAIL_FROM", "Team: post@ona.example;"],
  ["MAILBOX", "yes"],
  ["S3_URL", "bucket"],
  ["S3_URL", "http://k:s@s3.example/bucket"],
  ["S3_URL", "https://s3.example/bucket"],
  ["S3_URL", "https://k:s@s3.example/"],
  ["S3_URL", "https://k:100%@s3.example/bucket"],
  ["PAYSTACK_SECRET_KEY", "pk_live_0123456789"],
  ["PAYSTACK_SECRET_KEY", "sk_live_"],
  ["PAYSTACK_URL", "api.paystack.co"],
  ["PAYSTACK_URL", "http://api.paystack.co"],
  ["PAYSTACK_URL", "http://127.0.0.1.evil.example"],
  ["PAYSTACK_URL", "https://me:secret@api.paystack.co"],
  ["PAYSTACK_URL", "https://api.paystack.co/v2"],
  ["TERMII_URL", "http://api.termii.com"],
  ["TERMII_SENDER_ID", "far too long for one"],
  ["WHATSAPP_PHONE_NUMBER_ID", "+234803"],
  ["WHATSAPP_TOKEN", "short"],
  ["APP_SECRET", "short"],
  ["ADMIN_EMAIL", "admin"],
  ["ADMIN_PASSWORD", "12345"],
  ["ADMIN_PASSWORD", "Password1"],
  ["SEED", "all"],
  ["TRUST_PROXY", "on"],
  ["TRUST_PROXY", "11"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "max"],
  ["LOG_LEVEL", "loud"],
  ["ACCESS_LOG", "on"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
  ["BACKUP_TO", "backups"],
  ["BACKUP_TO", "https://s3.example/bucket"],
  ["BACKUP_AT", "25:00"],
  ["BACKUP_AT", "2:30"],
  ["BACKUP_KEEP", "0"],
  ["METRICS_TOKEN", "short"],
  ["SECURITY_CONTACT", "security at ona"],
  ["SECURITY_CONTACT", "http://ona.example/security"],
  ["LIMITS_FACTOR", "0"],
])("%s=%s stops the start with one line that names it and keeps secrets", (name, value) => {
  const sentence = reason({ [name]: value });
  expect(sentence).toMatch(new RegExp(`^${name} (must|can only|has) [^\\n]+$`));
  expect(sentence).not.toMatch(/Invalid|expected|k:s@|user:pass/);
});

test("[RUN-1] all mistakes are listed at once", () => {
  expect(reason({ PORT: "http", SEED: "all" })).toBe(
    "PORT must be a port number from 0 to 65535; SEED must be 'demo' or 'none'",
  );
});

test("settings that only fit together are checked together", () => {
  expect(reason({ DATABASE_URL: "postgres://localhost/ona" })).toMatch(/^APP_SECRET is required/);
  expect(reason({ HOST: "0.0.0.0" })).toMatch(/^HOST 0.0.0.0 .* set SMTP_URL, or MAILBOX=public/);
});

test.each([
  ["HOST", { HOST: "0.0.0.0" }],
  ["APP_ORIGIN", { APP_ORIGIN: "https://ona.example" }],
  ["TRUST_PROXY", { TRUST_PROXY: "1" }],
])("reached from outside by %s, neither an open mailbox nor wider limits start", (name, env) => {
  const words = new RegExp(`^${name} .*no mail server: set SMTP_URL, or MAILBOX=public`);
  expect(reason(env as unknown as Record<string, string>)).toMatch(words);
  for (const mail of [{ MAILBOX: "public" }, { SMTP_URL: "smtp://mail.example" }]) {
    expect(reason({ ...env, ...mail } as unknown as Record<string, string>)).toBe("accepted");
    expect(reason({ ...env, ...mail, LIMITS_FACTOR: "2" } as unknown as Record<string, string>)).toMatch(
      new RegExp(`^LIMITS_FACTOR .*${name}`),
    );
  }
});

test("who mail is from may have a name", () => {
  const from = (text: string) => readConfig({ MAIL_FROM: text }).mailFrom;
  expect(from("post@ona.example")).toEqual({ name: "", address: "post@ona.example" });
  expect(from("Ona Delivery <post@ona.example>")).toEqual({
    name: "Ona Delivery",
    address: "post@ona.example",
  });
  expect(from('"Ona, Lagos" <post@ona.example>')).toEqual({
    name: "Ona, Lagos",
    address: "post@ona.example",
  });
});

const folder = mkdtempSync(join(tmpdir(), "ona-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret may be in a file; the message about a wrong one does not contain it", () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = "postgres://ona:pass@localhost/ona";
  const env = { DATABASE_URL_FILE: file("url", `${url}\n`), APP_SECRET_FILE: file("secret", SECRET) };
  expect(readConfig(env)).toMatchObject({ databaseUrl: url, appSecret: SECRET });
  expect(reason({ ...env, DATABASE_URL: url })).toMatch(/^DATABASE_URL and DATABASE_URL_FILE are both set/);
  expect(reason({ SMTP_URL_FILE: join(folder, "none") })).toMatch(/^SMTP_URL_FILE .*none \(ENOENT\)$/);
  expect(reason({ S3_URL_FILE: file("empty", "\n") })).toMatch(/^S3_URL_FILE names an empty file/);
  expect(reason({ ADMIN_PASSWORD_FILE: file("common", "football\n") })).toMatch(
    /^ADMIN_PASSWORD must be another/,
  );
});

test.each(["prefer", "require", "verify-ca", "verify-full"])(
  "[RUN-1] sslmode=%s checks the server's certificate, and the driver has nothing to say about it",
  async (mode) => {
    const warned: string[] = [];
    const note = ({ message }: Error) => void warned.push(message);
    process.on("warning", note);
    const url = `postgres://ona@localhost/ona?sslmode=${mode}&application_name=x`;
    const { databaseUrl } = readConfig({ DATABASE_URL: url, APP_SECRET: SECRET });
    expect(databaseUrl).toBe("postgres://ona@localhost/ona?sslmode=verify-full&application_name=x");
    await new Promise((done) => setTimeout(done, 20));
    process.off("warning", note);
    expect(warned).toEqual([]);
  },
);

test("another sslmode is the driver's own", () => {
  for (const query of ["sslmode=disable", "sslmode=no-verify", "uselibpqcompat=true&sslmode=require"]) {
    const url = `postgres://ona@localhost/ona?${query}`;
    expect(readConfig({ DATABASE_URL: url, APP_SECRET: SECRET }).databaseUrl).toBe(url);
  }
});

test("a name that looks like a setting and is none is reported, without its value", () => {
  expect(
    unknownSettings({ SMTP_URI: "x", APP_ORGN: "x", smtp_url: "x", DATABSE_URL: "x", S3_BUCKET: "x" }),
  ).toEqual([
    "SMTP_URI is not a setting. Did you mean SMTP_URL?",
    "APP_ORGN is not a setting. Did you mean APP_ORIGIN?",
    "smtp_url is not a setting. Did you mean SMTP_URL?",
    "DATABSE_URL is not a setting. Did you mean DATABASE_URL?",
    "S3_BUCKET is not a setting of Ona Delivery.",
  ]);
});

test("an ordinary environment is no reason for a word", () => {
  const names = `PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD SHELL SHLVL TERM LANG LC_ALL USER LOGNAME MAIL MAILCHECK MAILPATH
    EDITOR DISPLAY XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_CONFIG_DIRS DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SUDO_USER TMPDIR
    NODE NODE_ENV NODE_PATH NODE_OPTIONS npm_config_cache npm_lifecycle_event npm_package_name INIT_CWD COLOR CI
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET CREDENTIALS_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY SYSTEMD_EXEC_PID
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE
    AWS_REGION AWS_ACCESS_KEY_ID HTTP_PROXY HTTPS_PROXY NO_PROXY TZ DEBUG FORCE_COLOR TEST_DATABASE DATABASE_NAME
    REDIS_URL APP_ENV APP_NAME APP_HOME ADMIN_NAME ONA_DATABASE ONA_SECRET ONA_SANDBOX ONA_WORKER CHROMIUM_PATH BENCH_DATABASE_URL`;
  expect(unknownSettings(Object.fromEntries(names.split(/\s+/).map((name) => [name, "x"])))).toEqual([]);
});

test.each([
  {},
  { PORT: "", SMTP_URL: "" },
  { DATABASE_URL: "postgres://ona@localhost:5432/ona?host=%2Frun%2Fpostgresql", APP_SECRET: SECRET },
  { DATABASE_URL: "postgresql:///ona?host=/run/postgresql", APP_SECRET: SECRET },
  { SMTP_URL: "smtps://me%40ona.example:pa%3Ass@mail.example:465", MAIL_FROM: "post@ona.example" },
  { S3_URL: "https://KEY:a%2Fb@s3.example/bucket/uploads?region=eu-west-1" },
  { S3_URL: "http://k:s@127.0.0.1:9000/bucket" },
  { PAYSTACK_SECRET_KEY: "sk_live_0123456789abcdef" },
  { PAYSTACK_SECRET_KEY: "sk_test_0123456789abcdef", PAYSTACK_URL: "http://127.0.0.1:9000" },
  {
    TERMII_API_KEY: "TLkey0123456789",
    TERMII_SENDER_ID: "Ona",
    TERMII_SECRET_KEY: "tsk_0123456789",
    TERMII_URL: "http://127.0.0.1:9000",
  },
  { APP_ORIGIN: "http://[::1]:3000/", LIMITS_FACTOR: "9", HSTS_SUBDOMAINS: "on" },
  { TRUST_PROXY: "off", WEB_CONCURRENCY: "2", SEED: "none", LOG_LEVEL: "warn" },
])("%o is accepted", (env) => {
  expect(reason(env as Record<string, string>)).toBe("accepted");
});

test("[RUN-19] the address for reports of holes is an email address or a page", () => {
  const contact = (text: string) => readConfig({ SECURITY_CONTACT: text }).securityContact;
  expect(contact("security@ona.example")).toBe("mailto:security@ona.example");
  expect(contact("https://ona.example/security")).toBe("https://ona.example/security");
  expect(readConfig({}).securityContact).toBeNull();
  for (const text of ["http://ona.example/security", "security"])
    expect(reason({ SECURITY_CONTACT: text })).toContain("must be an email address");
});

test("[TELL-3] all settings of a provider of messages are set, or none", () => {
  expect(reason({ TERMII_API_KEY: "TLkey0123456789" })).toBe(
    "TERMII_SENDER_ID, TERMII_SECRET_KEY must be set too, or none of the settings of Termii",
  );
  expect(reason({ WHATSAPP_TOKEN: "EAA0123456789", WHATSAPP_PHONE_NUMBER_ID: "106540352242922" })).toBe(
    "WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN must be set too, or none of the settings of WhatsApp",
  );
});
