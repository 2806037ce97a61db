import { expect, test } from "vitest";
import { heldText } from "./settlement.ts";

test("[CASH-3] each part of what cannot be paid out yet says its true reason, and no other", () => {
  expect(heldText({ online: 6_648_750, riders: 0, claims: 0 })).toBe(
    "₦66,487.50 was paid online: it can be paid out once these parcels are delivered.",
  );
  expect(heldText({ online: 0, riders: 100_000, claims: 50_000 })).toBe(
    "₦1,000 is with our riders: it can be paid out once they have paid it in. ₦500 waits until a claim is decided.",
  );
  expect(heldText({ online: 0, riders: 0, claims: 0 })).toBe("");
});
