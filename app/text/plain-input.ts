/** Makes all texts of an input plain, at any depth, before a schema reads them. */
import { plainText } from "./plain-text.ts";

/** True for a secret. A secret stays as typed; only its hash is computed from NFKC. */
export const isSecret = (name: string): boolean => /password|^secret$/i.test(name);

/** KEEP-1, KEEP-4: true for a field that is never kept for later: a secret or a PIN. */
export const isSecretField = (name: string): boolean => isSecret(name) || /pin$|^digits$/i.test(name);

/** The lines of a pasted table. The reader of tables cleans each cell, and needs the tabs. */
const TABLES = new Set(["csv", "lines.csv"]);

/** Makes an input's texts plain. Files, numbers and bytes stay as they are. */
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

/** True for an object of fields. Files, bytes and dates are no such objects. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** A query, or a path with a query: a pasted code or search finds the same as a typed one. */
export function plainQuery(address: string): string {
  const at = address.indexOf("?");
  // Only an encoded character or a space may need a change.
  if (at < 0 || !/[%+]/.test(address.slice(at))) return address;
  const asked = [...new URLSearchParams(address.slice(at))];
  const plainer = asked.map(([name, value]): [string, string] => [name, plainText(value)]);
  if (plainer.every(([, value], n) => value === asked[n]?.[1])) return address;
  return `${address.slice(0, at)}?${new URLSearchParams(plainer)}`;
}
