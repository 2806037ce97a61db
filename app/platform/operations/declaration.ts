/** The parts of a declared operation. `operation.server.ts` says in which order they run. */
import type * as z from "zod";
import type { Refusal, Result } from "../http/result.ts";
import type { Tx } from "../db/client.server.ts";
import type { Topic } from "../live/live.server.ts";
import type { Services } from "../services.server.ts";
import type { Claimed, StoredKey } from "./operation-key.server.ts";

/** Who may run an operation. Made in `access/`: this folder knows no roles. */
export type By<Actor> = {
  /** Why the actor may not; null where they may. */
  refusal: (actor: Actor) => Refusal<"forbidden"> | null;
  /** Writes the refused attempt into the activity log; `target` is what it was about. */
  logRefusal: (tx: Tx, actor: Actor, at: Date, attempt: { name: string; target: string }) => Promise<void>;
  /**
   * In whose space the actor's idempotency keys are, the own one first. In the others a key is only looked up: a form that a
   * guest has sent, and sends again after signing in, counts once.
   */
  keySpaces: (actor: Actor) => readonly [own: string, ...others: string[]];
};

/** What the work of an operation is given. Inside it only `tx` touches the database. */
export type Work<Actor, Prepared = unknown> = {
  services: Services;
  tx: Tx;
  actor: Actor;
  at: Date;
  /** The form's key in its actor's space, for rows that keep it; null where the operation was called without one. */
  claimed: Claimed | null;
  prepared: Prepared;
};

export type Before<Actor> = { services: Services; actor: Actor; at: Date };
export type Done = { ok: true };

/** What work that makes its own transactions is given. `key` is the form's, to derive the keys of its parts. */
export type LooseWork<Actor> = Before<Actor> & { key: string | undefined; claimed: Claimed | null };

type Common<Actor, Schema extends z.ZodType, Found, Out extends Done> = {
  /** `area.verb`: names the space of its keys, and the operation in the log. */
  name: string;
  by: By<Actor>;
  /**
   * Parses what a door was sent to what `run` takes: E.164, kobo, kg. Unknown fields are dropped. What it returns it takes as
   * well, and leaves as it is.
   */
  input: Schema;
  /** Claims no key: a second time does no harm, or must be possible, as for a sign-in. */
  keyless?: true;
  /** Fields of the input that are secrets: no hash is kept of them. */
  secrets?: readonly (keyof z.output<Schema>)[];
  /** Fields that may differ when the form is sent again: they are no part of its content. */
  varying?: readonly (keyof z.output<Schema>)[];
  /**
   * Names the thing that a flood of requests could be about: these take turns in this process, before they take a connection to
   * the database.
   */
  turn?: (input: z.output<Schema>) => string;
  /** What is said of a key that was used with other content. */
  conflict?: (first: Out, input: z.output<Schema>) => string;
  /** The live topics of what was changed. */
  publish?: (done: Out, input: z.output<Schema>, found: Found) => readonly Topic[];
  /** Tells other processes, where nobody may be answered before they know; a repeat waits for it as well. */
  tell?: (services: Services) => void | Promise<void>;
};

type InTransaction<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> = {
  /** What takes long or leaves the process, such as hashing a password or counting towards a limit. */
  prepare?: (
    before: Before<Actor>,
    input: z.output<Schema>,
  ) => Promise<Refusal | { ok: true; prepared: Prepared }>;
  /** Finds and locks what it is about, through the actor; somebody else's is not found. */
  on?: (work: Work<Actor, Prepared>, input: z.output<Schema>) => Promise<Found | Refusal>;
  /** Does it. What it returns is stored with the key, so that a repeat is answered with it: ids and codes, nothing personal. */
  run: (work: Work<Actor, Prepared>, input: z.output<Schema>, found: Found) => Promise<Out | Refusal>;
  /** Leaves out what is personal in what `run` returns: a repeat is answered with the rest. */
  stored?: (done: Out) => Partial<Out>;
  /** Answers a repeat where the stored answer is not enough, such as where a secret must be compared. */
  again?: (
    work: Omit<Work<Actor>, "prepared">,
    input: z.output<Schema>,
    first: Out,
  ) => Promise<Out | Refusal>;
};

/** Instead of all that happens in a transaction. */
type Loose<Actor, Schema extends z.ZodType, Out extends Done> = {
  /**
   * Does what is one statement, or several transactions: the runner opens none. Null where a row met the key, which another
   * request has used meanwhile.
   */
  perform: (work: LooseWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal | null>;
  /** Finds the rows that keep these keys themselves, instead of in the table of keys. Without it no key is claimed. */
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
  TransactedDeclaration<Actor, Schema, Prepared, Found, Out> | LooseDeclaration<Actor, Schema, Found, Out>;

/**
 * A declared operation. `input` is typed for callers in the code; a door hands over what it was sent through `receive`. Both are
 * parsed. `key` is the form's idempotency key.
 */
export type Operation<Actor, Schema extends z.ZodType, Out extends Done> = {
  (services: Services, actor: Actor, input: z.input<Schema>, key?: string): Promise<Result<Omit<Out, "ok">>>;
  receive: (services: Services, actor: Actor, sent: unknown, key: string) => Promise<Out | Refusal>;
  operationName: string;
};

/** An operation as a door sees it. */
export type AnyOperation<Actor, Out extends Done = Done & Record<string, unknown>> = Pick<
  Operation<Actor, z.ZodType, Out>,
  "receive" | "operationName"
>;
