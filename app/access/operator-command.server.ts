/** Declares operations that the operator of the server runs at the command line. */
import type * as z from "zod";
import type { Operator } from "./actor.ts";
import { asOperator } from "./actors.server.ts";
import type { Db } from "../platform/db/client.server.ts";
import type { Refusal } from "../platform/http/result.ts";
import { operation, type Work } from "../platform/operations/operation.server.ts";
import type { Services } from "../platform/services.server.ts";
import { operator } from "./by.server.ts";

const OPERATOR = asOperator();

type Command<Schema extends z.ZodType, Prepared, Out extends { ok: true }> = {
  name: string;
  input: Schema;
  /** Does slow work before the transaction, such as hashing a password. */
  prepare?: (input: z.output<Schema>) => Promise<Prepared>;
  /** Runs the command with only the database, because a command also works while the product is stopped. */
  run: (work: Omit<Work<Operator, Prepared>, "services">, input: z.output<Schema>) => Promise<Out | Refusal>;
};

/** Declares a command: an operation that is called with a database and the time. */
export function operatorCommand<Schema extends z.ZodType, Out extends { ok: true }, Prepared = undefined>({
  name,
  input,
  prepare,
  run,
}: Command<Schema, Prepared, Out>) {
  const command = operation({
    name,
    by: operator,
    keyless: true,
    input,
    prepare: async (_, given: z.output<Schema>) => ({
      ok: true,
      prepared: (await prepare?.(given)) as Prepared,
    }),
    run: (work: Work<Operator, Prepared>, given) => run(work, given),
  });
  // Only `db` and `now` are passed, because an operation without topics, limits and keys uses no other service.
  return (db: Db, given: z.input<Schema>, at: Date) =>
    command({ db, now: () => at } as Services, OPERATOR, given);
}
