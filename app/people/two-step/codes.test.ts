/** STAFF-33: the codes of two-step sign-in. */
import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { appAddress, codeAt, counterOf, drawnFor, drawRecoveryCodes, recoveryHash } from "./codes.server.ts";

const SECRET = Secret.fromUTF8("12345678901234567890").base32;
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])(
  "[STAFF-33] RFC 6238, SHA-1: the code at second %i is %s, of which apps show the last six digits",
  (seconds, code) => {
    const six = code.slice(-6);
    expect(codeAt(SECRET, at(seconds))).toBe(six);
    expect(counterOf(SECRET, six, at(seconds))).toBe(Math.floor(seconds / 30));
  },
);

test("[STAFF-33] a clock that is 30 s off is taken, one that is more off is not", () => {
  const now = at(1_800_000_015);
  const counter = Math.floor(1_800_000_015 / 30);
  for (const [off, found] of [
    [-60, null],
    [-30, counter - 1],
    [0, counter],
    [30, counter + 1],
    [60, null],
  ] as const)
    expect(counterOf(SECRET, codeAt(SECRET, at(1_800_000_015 + off)), now), `${off} s`).toBe(found);
});

test.each(["", "12345", "1234567", "12345a", "-12345"])("%j is no code", (code) => {
  expect(counterOf(SECRET, code, at(59))).toBeNull();
});

test("[STAFF-33] a session draws its own secret and ten codes, the same each time; another one draws others", () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const drawn = drawnFor("a secret", one);
  expect(drawnFor("a secret", one)).toEqual(drawn);
  expect(drawn.secret).toMatch(/^[A-Z2-7]{32}$/);
  const all = [drawn, drawnFor("a secret", two), drawnFor("another", one)];
  expect(new Set(all.map(({ secret }) => secret)).size).toBe(3);
  expect(new Set([...all.flatMap(({ recovery }) => recovery), ...drawRecoveryCodes()]).size).toBe(40);
  for (const code of drawn.recovery) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
});

test("[STAFF-33] a recovery code may be typed with capitals and without dashes, and is one person's", () => {
  const hash = recoveryHash("s", "ada", "abcd-efgh-jkmn");
  expect(recoveryHash("s", "ada", " ABCD EFGH JKMN")).toEqual(hash);
  expect(recoveryHash("s", "bola", "abcd-efgh-jkmn")).not.toEqual(hash);
});

test("the app reads the company and the person from the QR code", () => {
  const address = appAddress(SECRET, "Ona: Delivery", "ada@ona.test");
  expect(address).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(address)).toContain("Ona  Delivery:ada@ona.test");
  expect(new URL(address).searchParams.get("secret")).toBe(SECRET);
});
