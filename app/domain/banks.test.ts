import { expect, test } from "vitest";
import { BANKS, bankCode, bankNames } from "./banks.ts";

test("[SETTLE-8] a bank is known by its name as people type it; another one has no code", () => {
  const written = {
    "000015": ["Zenith Bank", "zenith", "ZENITH BANK PLC", "Zenith Bank Plc."],
    "000013": ["GTBank", "GTB", "GT Bank", "gt-bank ltd", "Guaranty Trust Bank"],
    "000016": ["First Bank", "FirstBank Nigeria", "First Bank of Nigeria Limited"],
    "000004": ["UBA", "United Bank for Africa"],
    "090405": ["Moniepoint MFB", "Moniepoint Microfinance Bank"],
  };
  for (const [code, names] of Object.entries(written))
    expect(names.map((name) => [name, bankCode(name)])).toEqual(names.map((name) => [name, code]));
  expect(["", "Bank", "Zenit", "Lagos Bank"].map(bankCode)).toEqual([null, null, null, null]);
});

test("[SETTLE-8] each bank of the list has a name, a code and a place of its own", () => {
  expect(new Set(BANKS.map(({ code }) => code)).size).toBe(BANKS.length);
  for (const { name, code } of BANKS)
    expect([name, bankCode(name), code]).toEqual([name, code, expect.stringMatching(/^\d{6}$/)]);
});

test("[SETTLE-8] a bank that was stored by another spelling stands once in the list, in its place", () => {
  const names = BANKS.map(({ name }) => name);
  expect(bankNames(null)).toEqual(names);
  expect(bankNames("Zenith Bank")).toEqual(names);
  expect(bankNames("GTBank")).toEqual(
    names.map((name) => (name === "Guaranty Trust Bank (GTBank)" ? "GTBank" : name)),
  );
  expect(bankNames("Lagos Bank")).toEqual(["Lagos Bank", ...names]);
});
