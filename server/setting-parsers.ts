/** The parsers of single settings. Each throws a sentence for the operator, which does not name the setting. */
import { isAbsolute } from "node:path";
import addressparser from "nodemailer/lib/addressparser";
import pg from "pg";
import * as z from "zod";
import { COMMON_PASSWORD } from "../app/platform/common-password.ts";
import { isCommonPassword } from "../app/platform/common-passwords.server.ts";
import { readS3Url } from "../app/platform/files/s3-url.ts";
import { isS3Target } from "./backup/backup-target.ts";

/**
 * Replaces sslmode prefer, require and verify-ca by verify-full in a database URL. The driver now treats all of them as
 * verify-full, but warns that a later version will not. With `uselibpqcompat` the operator asks for the weaker meaning.
 */
export function checkedTls(text: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(text)) return text;
  return text.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/g, "$1verify-full");
}

export function readDatabaseUrl(text: string): void {
  const wrong = new Error("must be an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE");
  if (!/^postgres(ql)?:\/\//.test(text)) throw wrong;
  try {
    // The driver parses the URL, because a database URL may also have sockets and parameters that no plain URL has.
    const { port } = new pg.Client({ connectionString: text });
    if (!(port > 0 && port < 65_536)) throw wrong;
  } catch {
    throw wrong;
  }
}

export function readSmtpUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    throw new Error("must be an address such as smtps://USER:PASSWORD@HOST:465");
}

export function readOrigin(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    throw new Error("must be an address such as https://ona.example");
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password)
    throw new Error("must be an address without a path, a query or a password, such as https://ona.example");
}

/** Reads `no-reply@ona.example` or `Ona Delivery <no-reply@ona.example>`. `name` may be empty. */
export function readMailFrom(text: string): { name: string; address: string } {
  const [from, ...more] = addressparser(text);
  const address = z.email().safeParse(from?.address);
  if (!from || !address.success || more.length > 0)
    throw new Error(
      "must be an email address, or a name and an address such as Ona Delivery <no-reply@ona.example>",
    );
  return { name: from.name, address: address.data };
}

export function readBackupTo(text: string): void {
  if (isS3Target(text)) readS3Url(text);
  else if (!isAbsolute(text))
    throw new Error("must be a folder that begins with /, or the address of a bucket");
}

/** Converts an email address to a `mailto:` URI. The URL of a page stays unchanged. */
export function readContact(text: string): string {
  if (z.email().safeParse(text).success) return `mailto:${text}`;
  if (URL.parse(text)?.protocol === "https:") return text;
  throw new Error("must be an email address, or the address of a page that begins with https://");
}

export function readAdminPassword(password: string): void {
  if (password.length < 6) throw new Error("must have at least 6 characters");
  if (isCommonPassword(password)) throw new Error(`must be another: ${COMMON_PASSWORD}`);
}

export function readCollector(text: string): void {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new Error("must be an address such as http://127.0.0.1:4318");
}

/** Checks the form of Paystack's key. The error message never quotes the key. */
export function readPaystackKey(text: string): void {
  if (!/^sk_(test|live)_\w{8,}$/.test(text))
    throw new Error("must be the secret key, which begins with sk_live_ or sk_test_");
}

export function readApiUrl(text: string): void {
  const url = URL.parse(text);
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? "");
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && loopback)))
    throw new Error("must begin with https://; plain http is for this machine alone");
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password)
    throw new Error("must be an address without a path, a query or a password");
}
