import { expect, test } from "vitest";
import { holdsWebAddress } from "./web-address.ts";

const REFUSED = [
  "http://evil.example/login",
  "HTTPS://EVIL.COM",
  "ftp://x",
  "www.x.ng",
  "WWW2.Evil.Example",
  "x.com",
  "X.COM",
  "Evil.Com",
  "x。com",
  "x．com",
  "x｡com",
  "x․com",
  "ｘ．ｃｏｍ",
  "x\u200b.com",
  "x.\u2060com",
  "bit.ly/abc",
  "Free money at x.ng click",
  "(see evil.co.uk)",
  "evil.rocks",
  "Evil.Rocks/now",
  "Evil.Rocks:8080",
  "xn--e1afmkfd.xn--p1ai",
  "пример.рф",
  "例子.中国",
  "192.168.0.1",
  "ada@x.com",
  "Ngozi evil.com.",
  "a.b.c.evil.com",
];
const NAMES = [
  "St. John's",
  "A.B. Okafor",
  "A. B. C. Okafor",
  "O.K.",
  "Dr.Ngozi",
  "dr.ngozi",
  "Mama Put & Sons Ltd.",
  "Chidi.Obi",
  "Okafor.A.B",
  "Musa Bello B.Sc.",
  "Ph.D",
  "No.1 Kitchen",
  "Rice 2.5kg",
  "Ọ̀nà Délìfárì",
  "Net & Com Ventures",
  "Ngozi...Eze",
  "Mr. Com",
  "Adé-Ọlá d'Or",
  "5:30 Bakery",
];

test.each(REFUSED)("'%s' is refused", (name) => expect(holdsWebAddress(name)).toBe(true));

test.each(NAMES)("'%s' is a name", (name) => expect(holdsWebAddress(name)).toBe(false));
