import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.server.ts";

const about = { purpose: "pin", subject: "booking 1" };

test("[RECEIVER-4] a sealed text opens under its secret and for its subject alone, and shows nothing", () => {
  const sealed = seal("secret", about, "4821");
  expect(unseal("secret", about, sealed)).toBe("4821");
  expect(sealed.toString("latin1")).not.toContain("4821");
  expect(seal("secret", about, "4821").equals(sealed)).toBe(false);
  expect(unseal("other", about, sealed)).toBeNull();
  expect(unseal("secret", { ...about, subject: "booking 2" }, sealed)).toBeNull();
  expect(unseal("secret", { ...about, purpose: "other" }, sealed)).toBeNull();
  const changed = Buffer.from(sealed);
  changed[14]! ^= 1;
  expect(unseal("secret", about, changed)).toBeNull();
  expect(unseal("secret", about, Buffer.alloc(5))).toBeNull();
});
