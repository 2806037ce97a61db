/**
 * The 10,000 commonest passwords of six characters or more, by how often they stand in the leaked lists that the
 * password meter zxcvbn (MIT) counts. Refused whatever their case.
 */
import list from "./common-passwords.json" with { type: "json" };

export const COMMON_PASSWORD = "Too many people use this password. Choose another one.";

let common: Set<string> | undefined;

export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split(" "));
  return common.has(password.normalize("NFKC").toLowerCase());
}
