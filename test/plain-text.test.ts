/**
 * TEXT-1, TEXT-2: tries each text field of each declared operation, and of the phone's requests, with the same
 * spellings. A field that accepts a text accepts each spelling of it, and gets the same value.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { parse } from "../app/platform/operations/authorise.server.ts";
import { didSchema } from "../app/road/deeds/deed-schema.ts";
import { pinSchema, shiftSchema } from "../app/road/deeds/phone-request-schemas.ts";
import { OTHER_SIGNS, UNSEEN } from "./fixtures/spellings.ts";

const FILES = import.meta.glob(["../app/**/*.server.{ts,tsx}", "!../app/**/*-mails.server.tsx"]);

type Declared = { operationName: string; input: z.ZodType };
const isOperation = (value: unknown): value is Declared =>
  typeof value === "function" && "operationName" in value && "input" in value;

type Field = { of: string; name: string; schema: z.ZodType };

/** The parts of a Zod schema that are used here. Zod's types show only some of them. */
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  innerType?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
};
const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** Returns the schemas that a schema consists of, without the fields of an object. */
const partsOf = ({ in: first, out, left, right, innerType, element, options = [] }: Definition) =>
  [first, out, left, right, innerType, element, ...options].filter((part) => part !== undefined);

/** Returns every field of every object in a schema, including the fields of nested objects. */
function fieldsOf(of: string, schema: z.ZodType): Field[] {
  const found = definition(schema);
  const own = Object.entries(found.shape ?? {}).flatMap(([name, field]) => [
    { of, name, schema: field },
    ...fieldsOf(`${of}.${name}`, field),
  ]);
  return [...own, ...partsOf(found).flatMap((part) => fieldsOf(of, part))];
}

/** Returns the options of a choice, at any depth. */
const wordsOf = (schema: z.ZodType): string[] => {
  const found = definition(schema);
  return [...Object.values(found.entries ?? {}), ...partsOf(found).flatMap(wordsOf)].filter(Boolean);
};

const ID = "5e0c8f3a-1b2d-4c5e-8f90-123456789abc";
const NOTE = "Ọlá’s note";
/** For each field that a person fills in, at least one of these values is valid. */
const SAMPLES = [
  "0803 123 4567",
  "+234 803-123-4567",
  "ngozi-o@example.com",
  "2.5 kg",
  "12,500.50",
  "1200",
  "12",
  "3",
  "0123456789",
  "123456",
  "4821",
  "OD-4821-0973-NG",
  "PS-" + "7K3M9QWXH",
  "2026-12-01",
  "2026-12-01T14:08",
  "14:08",
  "6.5095, 3.3711",
  "#FFC21A",
  "12345678-0001",
  "IKJ",
  "NG",
  "en",
  "Lagos: Ikeja",
  "Mon-Fri 8:00-18:00",
  "25 Dec Christmas Day",
  "https://example.com/ona",
  "Trust: each change is recorded",
  "Ada Obi, Director",
  NOTE,
];
/**
 * The names of fields for a number, phone, email, code or amount. They are tried with OTHER_SIGNS even if they accept
 * any text, such as NOTE.
 */
const BY_NAME =
  /phone|email|(?:code|weight|amount|price|reference|digits|sticker|tin|plate)$|^(?:pin|number|coins|paidOn)$/i;
/**
 * Fields that the page fills in: ids, versions, tokens of links, numbers of rows, and values of buttons and lists. Also
 * fields whose lines must have a fixed format.
 */
const NOT_TYPED =
  /\.(?:version|revision|seen|another|event|entry|entryId|stop|to|agedMs|newPrice|total|count|batch|piece|\w+StateSure)$|^bank_statements\.choose|^auth\.reset_password\.code|^riders\.enrol_phone\.code|^receivers\.choose_day|\.(?:holidays|leaders|values|areas)$/;

async function read({ name, schema }: Field, value: string) {
  const parsed = await parse(z.object({ [name]: schema }), { [name]: value });
  return parsed.ok ? JSON.stringify(parsed.input) : `refused: ${JSON.stringify(parsed.errors)}`;
}

test("[TEXT-1] [TEXT-2] every text field of every form takes the spellings of what it takes", async () => {
  const loaded = (await Promise.all(Object.values(FILES).map((load) => load()))) as object[];
  const operations = loaded.flatMap((file) => Object.values(file).filter(isOperation));
  const fields = [
    ...operations.flatMap(({ operationName, input }) => fieldsOf(operationName, input)),
    ...[didSchema, pinSchema, shiftSchema].flatMap((schema) => fieldsOf("phone", schema)),
  ].filter(({ name }) => !/password|^secret$|^csv$/i.test(name));
  const seen = new Set<z.ZodType>();
  const faults: string[] = [];
  let walked = 0;
  for (const field of fields) {
    if (seen.has(field.schema)) continue;
    seen.add(field.schema);
    const takesNotes = !(await read(field, NOTE)).startsWith("refused");
    const words = wordsOf(field.schema);
    for (const sample of [...words.slice(0, 2), ID, ...SAMPLES]) {
      const plain = await read(field, sample);
      if (plain.startsWith("refused")) continue;
      walked++;
      const isTyped =
        !words.includes(sample) &&
        sample !== ID &&
        sample !== NOTE &&
        !NOT_TYPED.test(`${field.of}.${field.name}`);
      const signs = isTyped && (!takesNotes || BY_NAME.test(field.name));
      for (const [spelling, spell] of [...UNSEEN, ...(signs ? OTHER_SIGNS : [])]) {
        const got = await read(field, spell(sample));
        if (got !== plain)
          faults.push(`${field.of}.${field.name} '${sample}', ${spelling}: ${got}, not ${plain}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(walked).toBeGreaterThan(1500);
});

test("[TEXT-1] no schema cleans for itself", () => {
  const cleans = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) =>
      /z\s*\.string\([^()]*\)\s*(?:\.\w+\([^()]*\)\s*)*\.(?:trim|normalize)\(|overwrite\([^;]*\.trim\(/.test(
        readFileSync(join("app", name), "utf8"),
      ),
    );
  expect(cleans).toEqual([]);
});
