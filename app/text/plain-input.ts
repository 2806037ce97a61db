/** Makes all texts of an input plain, at any depth, before a schema reads the input. */
import { plainText } from "./plain-text.ts";

/**
 * TEXT-3: true for a field with a secret. A secret is not made plain. The code that hashes a password puts it into
 * Unicode's NFKC form (passwords.server.ts).
 */
export const isSecret = (name: string): boolean => /password|^secret$/i.test(name);

/** KEEP-1, KEEP-4: true for a field that is never stored with a half-filled form: a secret or a PIN. */
export const isSecretField = (name: string): boolean => isSecret(name) || /pin$|^digits$/i.test(name);

/**
 * The fields with a pasted table. They are not made plain here, because that would remove the tabs between the cells.
 * The table reader makes each cell plain.
 */
const TABLES = new Set(["csv", "lines.csv"]);

/** Makes the texts of an input plain. Files, numbers and bytes stay as they are. */
export function plainInput<Input>(sent: Input): Input {
  return plain(sent, "") as Input;
}

function plain(sent: unknown, name: string): unknown {
  if (typeof sent === "string")
    return isSecret(name)
      ? sent
      : TABLES.has(name)
        ? sent.replaceAll("\0", "").toWellFormed()
        : plainText(sent);
  if (Array.isArray(sent)) return sent.map((one) => plain(one, name));
  if (!isRecord(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, plain(value, field)]));
}

/** True for an object of fields. Files, bytes and dates are objects too, but have no fields. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * Makes the texts of a query plain. `address` may be a path with a query. A pasted code or search then finds the same
 * as a typed one.
 */
export function plainQuery(address: string): string {
  const at = address.indexOf("?");
  // A query without an encoded character or a plus sign is already plain.
  if (at < 0 || !/[%+]/.test(address.slice(at))) return address;
  const asked = [...new URLSearchParams(address.slice(at))];
  const plainer = asked.map(([name, value]): [string, string] => [name, plainText(value)]);
  if (plainer.every(([, value], n) => value === asked[n]?.[1])) return address;
  return `${address.slice(0, at)}?${new URLSearchParams(plainer)}`;
}
