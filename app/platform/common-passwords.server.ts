/**
 * The 10,000 most common passwords of six or more characters, from the lists of leaked passwords in the
 * password meter zxcvbn (MIT). They are refused in upper and lower case.
 */
import list from "./common-passwords.json" with { type: "json" };

let common: Set<string> | undefined;

export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split(" "));
  return common.has(password.normalize("NFKC").toLowerCase());
}
