/**
 * The company's facts as one text, which every page contains for its scripts. As JSON, the field names would
 * take more bytes than the facts.
 */
import { FIRST_EXAMPLE, type PublicCompany } from "../../domain/company.ts";
import { ALL_STATES_TEXT } from "../../domain/served-states.ts";

const FACTS = [
  "name",
  "shortName",
  "phone",
  "phoneText",
  "whatsapp",
  "email",
  "address",
  "footerLine",
  "hours",
  "social",
  "logo",
  "colour",
  "example",
  "served",
  "licence",
] as const satisfies (keyof PublicCompany)[];

export const packCompany = (company: PublicCompany): string =>
  FACTS.map((fact) => [company[fact]].flat().join("\t"))
    .join("\n")
    .trimEnd();

let last = { packed: "", company: unpack("") };

/** Reads the company's facts from the packed text. Without a text, all facts are empty. */
export function unpackCompany(packed = ""): PublicCompany {
  if (last.packed !== packed) last = { packed, company: unpack(packed) };
  return last.company;
}

function unpack(packed: string): PublicCompany {
  const texts = packed.split("\n");
  const list = (text: string) => text.split("\t").filter(Boolean);
  const facts = Object.fromEntries(FACTS.map((fact, place) => [fact, texts[place] ?? ""]));
  const { hours = "", social = "", example, served } = facts;
  return {
    ...(facts as Record<keyof PublicCompany, string>),
    hours: list(hours),
    social: list(social),
    example: example || FIRST_EXAMPLE,
    served: served || ALL_STATES_TEXT,
  };
}
