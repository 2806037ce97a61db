import { expect, test } from "vitest";
import { hstsOf, pageHeaders } from "./headers.ts";

test.each([
  ["without HTTPS", false, true, null],
  ["over HTTPS", true, false, "max-age=31536000"],
  ["over HTTPS with HSTS_SUBDOMAINS=on", true, true, "max-age=31536000; includeSubDomains"],
])("HSTS %s", (_, secure, subdomains, expected) => {
  const headers = new Headers();
  pageHeaders(headers, "nonce", hstsOf(secure, subdomains));
  expect(headers.get("Strict-Transport-Security")).toBe(expected);
});
