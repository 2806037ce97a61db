/** API-2: turns the schemas of the API document into lines and examples that people read on /developers. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: string | number | boolean | null;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
export type Schemas = Readonly<Record<string, Schema>>;

/** One parameter or field. `kind` says which values it takes, and `where` the part of the request. */
export type ShownField = { name: string; where: string; kind: string; needed: boolean; text: string };

/** Follows a reference, and leaves out that the value may be null. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const named = schema.$ref ? schemas[schema.$ref.split("/").at(-1)!] : undefined;
  if (named)
    return { ...resolve(named, schemas), ...(schema.description && { description: schema.description }) };
  const some = schema.anyOf?.find(({ type }) => type !== "null");
  return some
    ? { ...resolve(some, schemas), ...(schema.description && { description: schema.description }) }
    : schema;
}

export function kindOf({ type, format, enum: values, const: only, items }: Schema): string {
  if (only !== undefined) return String(only);
  if (values) return values.join(", ");
  if (type === "array") return items?.enum ? `list of ${items.enum.join(", ")}` : "list";
  if (format === "date-time") return "time";
  if (format === "date") return "day";
  return (
    { string: "text", integer: "whole number", boolean: "true or false" }[String(type)] ??
    String(type ?? "any")
  );
}

/** Lists the fields of a body, with those of objects inside it as `parcel.weight_kg`. */
export function fieldsOf(schema: Schema, schemas: Schemas, before = ""): ShownField[] {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).flatMap(([own, inner]) => {
    const [name, found] = [before + own, resolve(inner, schemas)];
    const needed = required.includes(own);
    const shown = { name, where: "body", kind: kindOf(found), needed, text: found.description ?? "" };
    return [shown, ...(found.properties ? fieldsOf(found, schemas, `${name}.`) : [])];
  });
}

const TEXTS: Readonly<Record<string, string>> = {
  code: "OD12345678NG",
  reference: "order-1042",
  next_cursor: "2026-11-28T09:30:00.000Z_0195d9f0-1111-7222-8333-444455556666",
  phone: "+2348031234567",
  email: "orders@ada.example",
  state: "Lagos",
  town: "Ikeja",
};

/** Makes an example of a value from its schema. `name` is the field's name. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ""): unknown {
  const { type, format, enum: values, const: only, items, properties } = resolve(schema, schemas);
  if (only !== undefined) return only;
  if (values) return values[0];
  if (type === "array") return items ? [exampleOf(items, schemas)] : [];
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([own, inner]) => [own, exampleOf(inner, schemas, own)]),
    );
  if (type === "object") return {};
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return false;
  if (format === "date-time") return "2026-11-28T09:30:00.000Z";
  if (format === "date") return "2026-11-28";
  return format === "uri" ? "https://ona.example/…" : (TEXTS[name] ?? "…");
}
