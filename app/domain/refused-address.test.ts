import { expect, test } from "vitest";
import { readRecipientReply } from "./refused-address.ts";

test.each([
  ["550 5.1.1 no such user", "wrong"],
  ["550-5.1.1 The account does not exist.\n550-5.1.1 Please try", "wrong"],
  ["551 5.1.6 moved", "wrong"],
  ["550 5.1.2 bad host", "wrong"],
  ["501 5.1.3 bad syntax", "wrong"],
  ["556 5.1.10 null MX", "wrong"],
  ["550 5.2.1 disabled", "wrong"],
  ["550 5.1.1", "wrong"],
  ["550 No such user here", "perhaps_wrong"],
  ["550", "perhaps_wrong"],
  // Numbers inside a host name or a version are not read as a status code.
  ["550 5.1.1.example is no host", "perhaps_wrong"],
  ["553 no such user", "other"],
  ["550 5.7.1 relaying denied", "other"],
  ["550 5.1.8 sender's address rejected", "other"],
  ["552 5.2.2 mailbox full", "other"],
  ["554 5.1.0 other", "other"],
  ["554 policy", "other"],
  ["450 4.1.1 greylisted", "later"],
  ["452 4.2.2 full", "later"],
  ["421 try again later", "later"],
  ["250 2.1.5 fine", "other"],
  ["nonsense", "other"],
  ["", "other"],
])("[MAIL-5] '%s' says: %s", (reply, says) => {
  expect(readRecipientReply(reply).says).toBe(says);
});
