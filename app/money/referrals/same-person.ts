/** REWARD-2: checks if a referrer and the referred person seem to be the same person. */
import type { HeldReason } from "../../domain/reward.ts";

/** The known data of a person: the data in the profile, and the sender's data in the person's bookings. */
export type KnownOfPerson = { email: string | null; phone: string | null; address: string | null }[];

/** Returns one key for a mailbox's spellings: ignores case, the part after a plus, and the dots in Gmail addresses. */
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

/** Returns one key for all spellings of a postal address. Empty if the address is too short to compare. */
export function sameAddressKey(address: string): string {
  const words = address
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  const key = (words ?? []).map((word) => SHORT[word] ?? word).join("");
  // A postal address without a number may only name a town, where many people live. Such an address is not compared.
  return /\d/.test(key) && key.length >= 8 ? key : "";
}

const digits = (phone: string): string => phone.replace(/\D/g, "");

/** Returns the kind of data that two people share, or null. */
export function sharedBy(one: KnownOfPerson, other: KnownOfPerson): HeldReason | null {
  const shared = (field: keyof KnownOfPerson[number], keyOf: (text: string) => string) => {
    const keys = (known: KnownOfPerson) =>
      known.map((row) => (row[field] ? keyOf(row[field]) : "")).filter(Boolean);
    const others = new Set(keys(other));
    return keys(one).some((key) => others.has(key));
  };
  if (shared("phone", digits)) return "same_phone";
  if (shared("email", sameEmailKey)) return "same_email";
  return shared("address", sameAddressKey) ? "same_address" : null;
}
