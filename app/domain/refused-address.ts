/** MAIL-5: reads from a mail server's reply to `RCPT TO` whether the email address is wrong. Pure. */

/** RFC 3463 and RFC 7505: no such mailbox, host, address or mail exchanger; moved away; mailbox disabled. */
const WRONG = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];

/** After this many refused addresses in a row, the fault is taken to be the company's or the mail server's. */
export const REFUSED_IN_ROW = 10;
/**
 * A refusal without an enhanced code means a wrong address only if the server accepted another mail within this time.
 */
export const ACCEPTED_LATELY_MS = 60 * 60 * 1000;
/** If a mail's only recipient is refused 'for now' (4xx), the mail is tried again for this long. */
export const ONE_RECIPIENT_MS = 2 * 24 * 60 * 60 * 1000;

export type RecipientReply =
  /** The address is wrong. `code` is the enhanced status code. */
  | { says: "wrong"; code: string }
  /** 550 without an enhanced code: the address is wrong, if the server accepts mails to other addresses. */
  | { says: "perhaps_wrong"; code: "550" }
  /** The server cannot accept mail for this address for now. */
  | { says: "later" }
  /** Any other refusal: a policy, a full mailbox, a relay that is not the company's, or an unknown reason. */
  | { says: "other" };

/** Reads a reply such as '550-5.1.1 No such user\n550 5.1.1 here'. The first line decides. */
export function readRecipientReply(reply: string): RecipientReply {
  const [, status = "", enhanced] =
    /^([245]\d\d)[ -]?(?:([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(reply.trim()) ?? [];
  if (status.startsWith("4")) return { says: "later" };
  if (!status.startsWith("5")) return { says: "other" };
  if (enhanced) return WRONG.includes(enhanced) ? { says: "wrong", code: enhanced } : { says: "other" };
  return status === "550" ? { says: "perhaps_wrong", code: "550" } : { says: "other" };
}

/** Returns an address in lower case, because mail servers ignore case. */
export const refusedKey = (address: string): string => address.trim().toLowerCase();
