/** Declared reads. A declaration says which actors may read, and how the data is read. */
import type * as z from "zod";
import type { Refusal } from "../http/result.ts";
import type { Services } from "../services.server.ts";
import { authorise, parse } from "./authorise.server.ts";
import type { BeforeWork, By, Done, Operation } from "./declaration.ts";

type Read<Actor, Schema extends z.ZodType, Out extends Done> = {
  /** `area.verb`: the read's name in the log of refused attempts. */
  name: string;
  by: By<Actor>;
  input: Schema;
  /** Reads the data. The statement must select by the actor, so that another person's record is not found. */
  read: (before: BeforeWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal>;
};

/** Declares a read. A refused attempt is logged as for an operation that writes. */
export function reading<Actor, Schema extends z.ZodType, Out extends Done>(
  declared: Read<Actor, Schema, Out>,
): Operation<Actor, Schema, Out> {
  const receive = async (services: Services, actor: Actor, sent: unknown) => {
    const before = { services, actor, at: services.now() };
    const refused = await authorise(declared, before, sent);
    if (refused) return refused;
    const checked = await parse(declared.input, sent);
    return checked.ok ? declared.read(before, checked.input) : checked;
  };
  return Object.assign(receive.bind(null) as Operation<Actor, Schema, Out>, {
    receive,
    operationName: declared.name,
    input: declared.input,
  });
}
