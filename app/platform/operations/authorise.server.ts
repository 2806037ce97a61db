/** The first two steps of every declared operation: may this actor, and what was sent? */
import type * as z from "zod";
import { firstErrors, refuse, type Refusal } from "../http/result.ts";
import type { Before, By } from "./declaration.ts";

/** Null where the actor may; else the refusal, which is in the activity log then. */
export async function authorise<Actor>(
  { name, by }: { name: string; by: By<Actor> },
  { services, actor, at }: Before<Actor>,
  sent: unknown,
): Promise<Refusal<"forbidden"> | null> {
  const refused = by.refusal(actor);
  if (refused)
    await services.db.transaction((tx) => by.logRefusal(tx, actor, at, { name, target: targetOf(sent) }));
  return refused;
}

/** Parses what was sent. A schema may read a file. */
export async function parse<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): Promise<Refusal<"invalid"> | { ok: true; input: z.output<Schema> }> {
  const parsed = await schema.safeParseAsync(sent);
  return parsed.success
    ? { ok: true, input: parsed.data }
    : refuse("invalid", firstErrors(parsed.error.issues));
}

/** What a refused attempt was about, for the activity log: the code or id that was sent. */
function targetOf(sent: unknown): string {
  const { code, id } = (typeof sent === "object" && sent !== null ? sent : {}) as Record<string, unknown>;
  const target = code ?? id;
  return typeof target === "string" ? target.slice(0, 40) : "";
}
