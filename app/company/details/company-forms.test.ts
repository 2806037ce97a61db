import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { SAMPLE_COMPANY } from "../../domain/company.ts";
import "../../domain/phone.server.ts";
import * as forms from "./company-forms.ts";
import { contrastWithInk } from "./contrast.ts";
import { inWords } from "./fact-labels.ts";
import { fieldTexts } from "./field-texts.ts";
import { servesName } from "./served.ts";

const texts = fieldTexts(SAMPLE_COMPANY);
const error = (form: z.ZodType, fields: Record<string, string>) =>
  form.safeParse({ ...texts, ...fields }).error?.issues[0]?.message;

describe("[COMPANY-1] a part of the page", () => {
  const { namesForm, reachForm, hoursForm, aboutForm, lookForm, codesForm, roadForm } = forms;
  const all = { namesForm, reachForm, hoursForm, aboutForm, lookForm, codesForm, roadForm };
  test.each(Object.entries(all))("%s gives the stored facts again, and takes what it returns", (_, form) => {
    const facts = form.parse(texts);
    expect(SAMPLE_COMPANY).toMatchObject(facts);
    expect(form.parse(facts)).toEqual(facts);
  });

  test.each([
    [forms.namesForm, { name: "" }, "Enter the company's name"],
    [forms.namesForm, { rcNumber: "many" }, "An RC number is digits, e.g. RC 1234567"],
    [forms.namesForm, { licenceUntil: "2027-02-30" }, "Choose the day until which it is valid"],
    [
      forms.reachForm,
      { phones: "0803 700 1122\n12" },
      "Line 2: enter a real phone number, e.g. 0803 123 4567",
    ],
    [forms.reachForm, { emails: "nobody" }, "enter a real email address"],
    [forms.reachForm, { social: "javascript:alert(1)" }, "enter an address that begins with https://"],
    [forms.reachForm, { point: "Kaduna" }, "Write it as on a map, e.g. 6.5095, 3.3711"],
    [forms.aboutForm, { founded: "long ago" }, "Enter a year, e.g. 2020"],
    [forms.aboutForm, { leaders: "Aisha Bello" }, "write a name and what they do"],
    [forms.codesForm, { codeBefore: "K1" }, "Enter two letters from A to Z"],
    [forms.codesForm, { codeBefore: "rx" }, "RX is taken. Choose other letters."],
  ])("%# refuses %j", (form, fields, text) => expect(error(form, fields)).toBe(text));
});

describe("[COMPANY-3] opening hours and holidays", () => {
  test("are written a line for days with the same hours, and a day of every year or of one", () => {
    const read = forms.hoursForm.parse({
      hours: "Monday - Saturday: 7:30-19:00",
      holidays: "1 October Independence Day\n26 Mar 2027: Good Friday",
    });
    expect(read.hours).toEqual([{ first: 0, last: 5, opens: "07:30", closes: "19:00" }]);
    expect(read.holidays.map(({ day }) => day)).toEqual(["10-01", "2027-03-26"]);
  });

  test.each([
    [{ hours: "Mon-Fri 18:00-8:00" }, "write the days and the hours, e.g. Mon-Fri 8:00-18:00"],
    [{ hours: "Sat-Mon 8:00-18:00" }, "write the days and the hours, e.g. Mon-Fri 8:00-18:00"],
    [
      { holidays: "31 Feb Nothing" },
      "write a day and a name, e.g. 25 Dec Christmas Day, or 26 Mar 2027 Good Friday",
    ],
  ])("%j is refused", (fields, text) =>
    expect(error(forms.hoursForm, { hours: "", holidays: "", ...fields })).toBe(text),
  );
});

test("[COMPANY-4] a brand colour on which the ink is hard to read is refused with its contrast", () => {
  expect(contrastWithInk("#FFFFFF")).toBeGreaterThan(18);
  expect(contrastWithInk("#16130E")).toBe(1);
  expect(error(forms.lookForm, { colour: "#1d5aa8" })).toMatch(/contrast 2\.7, 4\.5 is needed/);
  expect(forms.lookForm.parse({ colour: "#7ed957" })).toEqual({ colour: "#7ED957" });
  expect(error(forms.lookForm, { colour: "red;}" })).toBe("Enter a colour as #RRGGBB, e.g. #FFC21A");
});

test("[COMPANY-6] a state without a tick is not served; one must be", () => {
  const ticked = Object.fromEntries(["Kano", "Kaduna"].map((state) => [servesName(state as "Kano"), "on"]));
  const { unserved } = forms.servedForm.parse(ticked);
  expect(unserved).toHaveLength(35);
  expect(unserved).not.toContain("Kano");
  expect(forms.servedForm.parse({ unserved })).toEqual({ unserved });
  expect(forms.servedForm.safeParse({}).error?.issues[0]?.message).toBe("Tick at least one state");
});

describe("[COMPANY-7] the settings of the road", () => {
  test("are what a new company begins with, and the limit is typed in naira", () => {
    expect(SAMPLE_COMPANY).toMatchObject({ unpaidMayLoad: "yes", attempts: 3, proofRule: "photo" });
    expect(SAMPLE_COMPANY).toMatchObject({ floatLimitKobo: 0, remittanceDays: 0, pinValueKobo: 10_000_000 });
    const typed = { unpaidMayLoad: "cashier", attempts: "2", floatLimitKobo: "150,000", proofRule: "pin" };
    expect(forms.roadForm.parse({ ...typed, remittanceDays: "2", pinValueKobo: "" })).toEqual({
      unpaidMayLoad: "cashier",
      attempts: 2,
      floatLimitKobo: 15_000_000,
      remittanceDays: 2,
      proofRule: "pin",
      pinValueKobo: 0,
      scanFirst: "no",
      choicesUntil: "loaded",
      shelfDays: 2,
      heldDays: 7,
    });
    expect(SAMPLE_COMPANY.scanFirst).toBe("no");
    expect(inWords("scanFirst", "yes")).toBe("Yes");
    expect(inWords("proofRule", "signature")).toBe("Name and signature");
    expect(inWords("unpaidMayLoad", "cashier")).toBe("Only by a cashier");
    expect([0, 15_000_000].map((limit) => inWords("floatLimitKobo", limit))).toEqual(["none", "₦150,000"]);
  });

  test.each([
    [{ attempts: "0" }, "Enter a number from 1 to 10"],
    [{ attempts: "many" }, "Enter a number from 1 to 10"],
    [{ attempts: "" }, "Enter a number from 1 to 10"],
    [{ remittanceDays: "31" }, "Enter a number from 0 to 30"],
    [{ unpaidMayLoad: "perhaps" }, "Choose one"],
    [{ proofRule: "perhaps" }, "Choose one"],
    [{ scanFirst: "perhaps" }, "Choose one"],
    [{ floatLimitKobo: "much" }, "Enter a price in naira, e.g. 12500 or 12500.50"],
  ])("%j is refused", (fields, text) => expect(error(forms.roadForm, fields)).toBe(text));
});
