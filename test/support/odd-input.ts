/** Text, addresses, headers and cookies as nobody means them. */
import fc from "fast-check";

const UUID = "00000000-0000-4000-8000-000000000000";
const ODD = [
  "",
  " ",
  "\0",
  "a\0b",
  "-".repeat(36),
  "f".repeat(36),
  UUID,
  `2026-11-21T10:00:00.000Z_${"-".repeat(36)}`,
  `2026-11-21T10:00:00.000Z_${UUID}`,
  `0000-01-01T00:00:00.000Z_${UUID}`,
  `9999-99-99T99:99:99Z_${UUID}`,
  "99999999999_a@b.c",
  "999999999_a@b.c",
  "/\t/",
  "/%09/",
  "//evil.example",
  "/\\evil.example",
  "/a?b=\u0000",
  "javascript:alert(1)",
  `${"a".repeat(10_000)}@example.com`,
  "x".repeat(10_000),
  "NaN",
  "-1",
  "1e309",
  "1,5",
  "9223372036854775808",
  "2147483648",
  "0.001",
  "0000-00-00",
  "275760-09-13",
  "2026-02-30",
  "' or 1=1 --",
  "%",
  "_%\\",
  "...",
  "<script>alert(1)</script>",
  "👩‍👩‍👧".repeat(50),
  "\u202e\ufeff\u2028",
  "ﷺ".repeat(200),
  "__proto__",
  "constructor",
  "{}",
  '[{"product":"x","quantity":1e9}]',
  "null",
];
export const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  fc.string({ maxLength: 300 }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => `${date.toISOString()}_${UUID}`),
);
export const encoded = fc.oneof(
  { weight: 8, arbitrary: odd.map((text) => encodeURIComponent(text.toWellFormed())) },
  fc.constantFrom(
    "%00",
    "%FF",
    "%E0%A4%A",
    "%",
    "%zz",
    "%2F%2e%2e%2F",
    "%0d%0a",
    "%252F",
    "%C0%80",
    "\\",
    "é",
  ),
);

const headerText = odd.map((text) => text.replace(/[\r\n]/g, "").slice(0, 2000));
const toast = fc
  .oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: fc.jsonValue(),
        title: fc.jsonValue(),
        text: fc.jsonValue(),
        tone: fc.jsonValue(),
        action: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  .map((value) => Buffer.from(JSON.stringify(value)).toString("base64"));
const cookie = fc.oneof(
  headerText.map((text) => `session=${text}`),
  headerText,
  toast.map((text) => `toast=${encodeURIComponent(text)}`),
  headerText.map((text) => `toast=${text}`),
);
export const header = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "Accept-Encoding",
        "Accept",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "Range",
        "If-None-Match",
        "If-Modified-Since",
        "Save-Data",
        "Ona-Keep",
        "Referer",
        "Sec-Fetch-Site",
        "Sec-Fetch-Dest",
        "User-Agent",
        "Last-Event-ID",
        "Accept-Language",
      ),
      headerText,
    )
    .map(([name, value]) => `${name}: ${value}`),
  cookie.map((value) => `Cookie: ${value}`),
);
