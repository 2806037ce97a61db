import { expect, test } from "vitest";
import { addressOf } from "./client-address.ts";

const HOUSEHOLD = "2001:db8:1:2::/64";

test.each([
  "2001:db8:1:2:3:4:5:6",
  "2001:DB8:1:2::1",
  "2001:0db8:0001:0002:0000:0000:0000:0001",
  "2001:db8:01:2::ffff",
  "2001:db8:1:2:3:4:1.2.3.4",
  "[2001:db8:1:2::1]",
  "[2001:db8:1:2::1]:4711",
  "2001:db8:1:2::1%eth0",
])("[WEB-4] %s is an address of its /64, however it is spelled", (spelling) => {
  expect(addressOf(spelling, "", 0)).toBe(HOUSEHOLD);
  expect(addressOf("127.0.0.1", spelling, 1)).toBe(HOUSEHOLD);
});

test.each([
  "192.0.2.7",
  "::ffff:192.0.2.7",
  "::FFFF:192.0.2.7",
  "::ffff:c000:207",
  "0:0:0:0:0:ffff:c000:0207",
  "[::ffff:192.0.2.7]:80",
  "192.0.2.7:4711",
])("[WEB-4] %s is an IPv4 address", (spelling) => {
  expect(addressOf(spelling, "", 0)).toBe("192.0.2.7");
  expect(addressOf("127.0.0.1", `203.0.113.1, ${spelling}`, 1)).toBe("192.0.2.7");
});

test("another /64 is another address, and what is no address stays what it is", () => {
  expect(addressOf("2001:db8:1:3::1", "", 0)).toBe("2001:db8:1:3::/64");
  expect(addressOf("::1", "", 0)).toBe("0:0:0:0::/64");
  expect(addressOf("127.0.0.1", "unknown", 1)).toBe("unknown");
  expect(addressOf("127.0.0.1", "not:an:address", 1)).toBe("not:an:address");
});
