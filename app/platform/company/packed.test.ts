import { expect, test } from "vitest";
import { BLANK_COMPANY, FIRST_EXAMPLE, SAMPLE_COMPANY } from "../../domain/company.ts";
import { ALL_STATES_TEXT } from "../../domain/served-states.ts";
import { publicCompany } from "./company.server.ts";
import { packCompany, unpackCompany } from "./packed.ts";

test.each([SAMPLE_COMPANY, BLANK_COMPANY])("what a page carries is what was packed", (company) => {
  const facts = publicCompany(company);
  expect(unpackCompany(packCompany(facts))).toEqual({
    ...facts,
    example: FIRST_EXAMPLE,
    served: ALL_STATES_TEXT,
  });
});

test("a page without the root's data has a company without facts", () => {
  expect(unpackCompany()).toMatchObject({ name: "", hours: [], social: [] });
});

test("own looks and letters are packed, those of a new installation are not", () => {
  const own = publicCompany({ ...SAMPLE_COMPANY, colour: "#7ED957", codeBefore: "KX", codeAfter: "KD" });
  expect(unpackCompany(packCompany(own))).toMatchObject({ colour: "#7ED957", example: "KX12345678KD" });
  expect(packCompany(publicCompany(SAMPLE_COMPANY))).not.toMatch(/#|12345678/);
});
