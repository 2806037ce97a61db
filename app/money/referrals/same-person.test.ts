import { expect, test } from "vitest";
import { sameAddressKey, sameEmailKey, sharedBy } from "./same-person.ts";

const person = (more: object = {}) => [{ email: "ada@example.com", phone: null, address: null, ...more }];

test("[REWARD-2] one mailbox in every spelling; dots count but at Gmail", () => {
  expect(sameEmailKey("A.Da+ona@Gmail.com")).toBe(sameEmailKey("ada@googlemail.com"));
  expect(sameEmailKey("Ada+1@example.com")).toBe("ada@example.com");
  expect(sameEmailKey("a.da@example.com")).not.toBe(sameEmailKey("ada@example.com"));
});

test("[REWARD-2] one address in every spelling; what names no house is not compared", () => {
  const key = sameAddressKey("12 Allen Avenue, Ikeja, Lagos");
  for (const spelling of [
    "No. 12, Allen Ave. Ikeja Lagos State",
    "12 allen avenue ikeja, LAGOS, Nigeria",
    "12, Állen Avenue Ikeja Lagos",
  ])
    expect(sameAddressKey(spelling)).toBe(key);
  for (const little of ["Lagos", "Ikeja, Lagos", "12", ""]) expect(sameAddressKey(little)).toBe("");
  expect(sameAddressKey("13 Allen Avenue, Ikeja, Lagos")).not.toBe(key);
});

test("[REWARD-2] any phone, email or address in common; nothing in common is nobody's", () => {
  const bola = person({ email: "bola@example.com", phone: "+2348031234567" });
  expect(sharedBy(person({ phone: "+234 803 123 4567" }), bola)).toBe("same_phone");
  expect(
    sharedBy([...person({ email: "x@example.com" }), ...person({ email: "BOLA@example.com" })], bola),
  ).toBe("same_email");
  const at = (address: string) => person({ email: `${address.length}@example.com`, address });
  expect(sharedBy(at("5 Aba Road, Umuahia"), at("5 Aba Rd Umuahia, Abia"))).toBeNull();
  expect(sharedBy(at("5 Aba Road, Umuahia"), at("No 5 Aba Rd, Umuahia"))).toBe("same_address");
  expect(sharedBy(person({ email: null }), person({ email: "" }))).toBeNull();
  expect(sharedBy(person(), bola)).toBeNull();
});
