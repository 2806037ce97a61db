/** The parts of a declared operation. `operation.server.ts` has the order in which they run. */
import type * as z from "zod";
import type { Refusal, Result } from "../http/result.ts";
import type { Tx } from "../db/client.server.ts";
import type { Topic } from "../live/live.server.ts";
import type { Services } from "../services.server.ts";
import type { Claimed, StoredKey } from "./operation-key.server.ts";

/** The actors that may run an operation. Made in `access/`, because this folder knows no roles. */
export type By<Actor> = {
  /** The reason for which the actor may not run it; null if they may. */
  refusal: (actor: Actor) => Refusal<"forbidden"> | null;
  /** Logs the refused attempt in the activity log; `target` is its subject. */
  logRefusal: (tx: Tx, actor: Actor, at: Date, attempt: { name: string; target: string }) => Promise<void>;
  /**
   * The spaces of the actor's idempotency keys, their own first. In the others a key is only looked up, so that a form that
   * a guest has sent, and sends again after signing in, counts once.
   */
  keySpaces: (actor: Actor) => readonly [own: string, ...others: string[]];
};

/** The context of an operation's work, in which only `tx` may use the database. */
export type Work<Actor, Prepared = unknown> = {
  services: Services;
  tx: Tx;
  actor: Actor;
  at: Date;
  /** The form's key in its actor's space, for rows that store it; null if the operation was called without one. */
  claimed: Claimed | null;
  prepared: Prepared;
};

export type Before<Actor> = { services: Services; actor: Actor; at: Date };
export type Done = { ok: true };

/** The context of work with its own transactions. `key` is the form's, for deriving the keys of its parts. */
export type LooseWork<Actor> = Before<Actor> & { key: string | undefined; claimed: Claimed | null };

type Common<Actor, Schema extends z.ZodType, Found, Out extends Done> = {
  /** `area.verb`: the name of its key space, and of the operation in the log. */
  name: string;
  by: By<Actor>;
  /**
   * Parses the sent input into the values for `run`: E.164, kobo, kg. Unknown fields are dropped. It also accepts its own
   * result, and leaves it unchanged.
   */
  input: Schema;
  /** Claims no key, because a repeat does no harm, or must be possible, as for a sign-in. */
  keyless?: true;
  /** Secret fields of the input, which are not part of the hash. */
  secrets?: readonly (keyof z.output<Schema>)[];
  /** Fields that may differ when the form is sent again, and are not part of its content. */
  varying?: readonly (keyof z.output<Schema>)[];
  /**
   * Names the target of a possible flood of requests. Such requests take turns in this process before they take a database
   * connection.
   */
  turn?: (input: z.output<Schema>) => string;
  /** The message about a key that was used with other content. */
  conflict?: (first: Out, input: z.output<Schema>) => string;
  /** The live topics of the change. */
  publish?: (done: Out, input: z.output<Schema>, found: Found) => readonly Topic[];
  /** Notifies other processes, if they must know before the response; a repeat waits for it as well. */
  tell?: (services: Services) => void | Promise<void>;
};

type InTransaction<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> = {
  /** Slow or external work, such as hashing a password or counting towards a limit. */
  prepare?: (
    before: Before<Actor>,
    input: z.output<Schema>,
  ) => Promise<Refusal | { ok: true; prepared: Prepared }>;
  /** Finds and locks the record, through the actor; another person's record is not found. */
  on?: (work: Work<Actor, Prepared>, input: z.output<Schema>) => Promise<Found | Refusal>;
  /**
   * Does the work. The result is stored with the key and answers a repeat, so it has only ids and codes, no personal data.
   */
  run: (work: Work<Actor, Prepared>, input: z.output<Schema>, found: Found) => Promise<Out | Refusal>;
  /** Leaves out personal data of the result of `run`. A repeat is answered with the rest. */
  stored?: (done: Out) => Partial<Out>;
  /** Answers a repeat if the stored result is not enough, for example if a secret must be compared. */
  again?: (
    work: Omit<Work<Actor>, "prepared">,
    input: z.output<Schema>,
    first: Out,
  ) => Promise<Out | Refusal>;
};

/** Replaces all steps inside a transaction. */
type Loose<Actor, Schema extends z.ZodType, Out extends Done> = {
  /**
   * Work that is one statement, or several transactions: the runner opens none. Null if a row met the key, which another
   * request has used meanwhile.
   */
  perform: (work: LooseWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal | null>;
  /** Finds the rows that store these keys themselves, instead of the table of keys. Without it no key is claimed. */
  firstUses?: (services: Services, keys: readonly string[]) => Promise<StoredKey<Out>[]>;
};

export type TransactedDeclaration<
  Actor,
  Schema extends z.ZodType,
  Prepared,
  Found,
  Out extends Done,
> = Common<Actor, Schema, Found, Out> & InTransaction<Actor, Schema, Prepared, Found, Out>;
export type LooseDeclaration<Actor, Schema extends z.ZodType, Found, Out extends Done> = Common<
  Actor,
  Schema,
  Found,
  Out
> &
  Loose<Actor, Schema, Out>;
export type Declaration<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> =
  | TransactedDeclaration<Actor, Schema, Prepared, Found, Out>
  | LooseDeclaration<Actor, Schema, Found, Out>;

/**
 * A declared operation. `input` is typed for callers in the code; a door passes the sent input to `receive`. Both are
 * parsed. `key` is the form's idempotency key.
 */
export type Operation<Actor, Schema extends z.ZodType, Out extends Done> = {
  (services: Services, actor: Actor, input: z.input<Schema>, key?: string): Promise<Result<Omit<Out, "ok">>>;
  receive: (services: Services, actor: Actor, sent: unknown, key: string) => Promise<Out | Refusal>;
  operationName: string;
};

/** An operation from the view of a door. */
export type AnyOperation<Actor, Out extends Done = Done & Record<string, unknown>> = Pick<
  Operation<Actor, z.ZodType, Out>,
  "receive" | "operationName"
>;
