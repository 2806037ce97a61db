/** The first steps of every declared operation: authorise the actor, and parse the input. */
import type * as z from "zod";
import { plainInput } from "../../text/plain-input.ts";
import { firstErrors, refuse, type Refusal } from "../http/result.ts";
import { wordsOfIssue } from "../http/value-words.ts";
import type { BeforeWork, By } from "./declaration.ts";
import { transact } from "../db/transact.server.ts";

/** Returns null if the actor may run the operation, otherwise the refusal, which is recorded in the activity log. */
export async function authorise<Actor>(
  { name, by }: { name: string; by: By<Actor> },
  { services, actor, at }: BeforeWork<Actor>,
  sent: unknown,
): Promise<Refusal<"forbidden"> | null> {
  const refused = by.refusal(actor);
  if (refused)
    await transact(services.db, (tx) => by.logRefusal(tx, actor, at, { name, target: targetOf(sent) }));
  return refused;
}

/** Parses the input. The function is asynchronous, because a schema may read a file. */
export async function parse<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): Promise<Refusal<"invalid"> | { ok: true; input: z.output<Schema> }> {
  const parsed = await schema.safeParseAsync(plainInput(sent), { error: wordsOfIssue });
  return parsed.success
    ? { ok: true, input: parsed.data }
    : refuse("invalid", firstErrors(parsed.error.issues));
}

/** Returns the code or id in the sent input, which the activity log shows for a refused attempt. */
function targetOf(sent: unknown): string {
  const { code, id } = (typeof sent === "object" && sent !== null ? sent : {}) as Record<string, unknown>;
  const target = code ?? id;
  return typeof target === "string" ? target.slice(0, 40) : "";
}
