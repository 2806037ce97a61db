/** REWARD-2: whether a referrer and the person they referred look like one person. */
import type { HeldReason } from "../../domain/reward.ts";

/** What is known of a person: the profile, and what they gave as senders. */
export type Known = { email: string | null; phone: string | null; address: string | null }[];

/** One spelling of a mailbox: case, what follows a plus, and Gmail's dots do not make another one. */
export function sameEmailKey(email: string): string {
  const [name = "", domain = ""] = email.trim().toLowerCase().split("@");
  const gmail = domain === "gmail.com" || domain === "googlemail.com";
  const mailbox = name.split("+")[0] ?? "";
  return `${gmail ? mailbox.replaceAll(".", "") : mailbox}@${gmail ? "gmail.com" : domain}`;
}

const SHORT: Record<string, string> = {
  street: "st",
  road: "rd",
  avenue: "ave",
  close: "cl",
  crescent: "cres",
  drive: "dr",
  estate: "est",
  number: "",
  no: "",
  nigeria: "",
  state: "",
};

/** One spelling of an address; empty where it says too little to compare. */
export function sameAddressKey(address: string): string {
  const words = address
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  const key = (words ?? []).map((word) => SHORT[word] ?? word).join("");
  // A street needs a number: a bare town is shared by millions.
  return /\d/.test(key) && key.length >= 8 ? key : "";
}

const digits = (phone: string): string => phone.replace(/\D/g, "");

/** What both have in common; null where nothing. */
export function sharedBy(one: Known, other: Known): HeldReason | null {
  const shared = (field: keyof Known[number], keyOf: (text: string) => string) => {
    const keys = (known: Known) => known.map((row) => (row[field] ? keyOf(row[field]) : "")).filter(Boolean);
    const others = new Set(keys(other));
    return keys(one).some((key) => others.has(key));
  };
  if (shared("phone", digits)) return "same_phone";
  if (shared("email", sameEmailKey)) return "same_email";
  return shared("address", sameAddressKey) ? "same_address" : null;
}
