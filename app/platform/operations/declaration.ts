/** The parts of a declared operation. operation.server.ts has the order in which they run. */
import type * as z from "zod";
import type { Refusal, Result } from "../http/result.ts";
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { Tx } from "../db/client.server.ts";
import type { Topic } from "../live/live.server.ts";
import type { Services } from "../services.server.ts";
import type { Act, ActAuthor, Author } from "./act.server.ts";
import type { Claimed, StoredKey } from "./operation-key.server.ts";

/**
 * Says which actors may run an operation. `access/` has the values of this type, because app/platform has no roles.
 */
export type By<Actor> = {
  /** The refusal if the actor may not run the operation; null if they may. */
  refusal: (actor: Actor) => Refusal<"forbidden"> | null;
  /** Logs the refused attempt in the activity log; `target` is its subject. */
  logRefusal: (tx: Tx, actor: Actor, at: Date, attempt: { name: string; target: string }) => Promise<void>;
  /**
   * The spaces in which idempotency keys of the actor are searched. A new key is stored in the first, the actor's own.
   * So a form that a guest sent, and sends again after signing in, counts once.
   */
  keySpaces: (actor: Actor) => readonly [own: string, ...others: string[]];
  /** The author of the actor's acts (ACT-1). Left out for actors who write to no ledger. */
  author?: (actor: Actor) => ActAuthor;
};

/** The context in which an operation works. The work must use the database only through `tx`. */
export type Work<Actor, Prepared = unknown> = {
  services: Services;
  tx: Tx;
  actor: Actor;
  at: Date;
  /** The act of this operation. Its number is written with each row of a ledger or a history (ACT-1). */
  act: Act;
  /**
   * The stored form of the form's key, which this work has reserved, for rows that store the key. Null if the operation
   * was called without a key.
   */
  claimed: Claimed | null;
  prepared: Prepared;
};

type OtherAct = { kind: ActKind; source: ActSource; by?: Author };

export type Before<Actor> = { services: Services; actor: Actor; at: Date };
export type Done = { ok: true };

/**
 * The context of work that opens its own transactions. `key` is the form's key; the keys of the form's parts are
 * derived from it.
 */
export type LooseWork<Actor> = Before<Actor> & { key: string | undefined; claimed: Claimed | null };

type Common<Actor, Schema extends z.ZodType, Found, Out extends Done> = {
  /** `area.verb`: the name of the operation in the log, and a part of its stored keys. */
  name: string;
  by: By<Actor>;
  /**
   * ACT-1: the kind of the act, for an operation that writes to a ledger or a history. The object form has a source
   * and an author other than the actor's own.
   */
  act?: ActKind | OtherAct | ((input: z.output<Schema>) => OtherAct);
  /**
   * Parses the sent input into the values for `run`: E.164, kobo, kg. Unknown fields are dropped. The schema must also
   * accept the values that it has parsed, and leave them unchanged.
   */
  input: Schema;
  /** True if the operation reserves no key, because a repeat does no harm, or must be possible, as for a sign-in. */
  keyless?: true;
  /** Secret fields of the input, which are left out of the stored hash of the content. */
  secrets?: readonly (keyof z.output<Schema>)[];
  /** Fields that may differ when the same form is sent again, and are therefore left out of the hash of the content. */
  varying?: readonly (keyof z.output<Schema>)[];
  /**
   * The name of the record at which a flood of requests may aim, such as one login account. Requests with the same name
   * run one after the other in this process, so that together they hold only one database connection.
   */
  turn?: (input: z.output<Schema>) => string;
  /** The message of the refusal if the form was sent before with other content. */
  conflict?: (first: Out, input: z.output<Schema>) => string;
  /** The live topics that the operation changes. */
  publish?: (done: Out, input: z.output<Schema>, found: Found) => readonly Topic[];
  /** Notifies other processes that must know of the change before the response. It also runs for a repeat. */
  tell?: (services: Services) => void | Promise<void>;
};

/** The newest row of a ledger that a form's page did not show, and the question about it. */
export type Meanwhile = { newest: number; asks: string };

type InTransaction<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> = {
  /** Does slow or external work before the transaction, such as hashing a password or counting towards a limit. */
  prepare?: (
    before: Before<Actor>,
    input: z.output<Schema>,
  ) => Promise<Refusal | { ok: true; prepared: Prepared }>;
  /** Finds and row-locks the record that the actor may change. Refuses a record of another person as not found. */
  on?: (work: Work<Actor, Prepared>, input: z.output<Schema>) => Promise<Found | Refusal>;
  /**
   * For a form that adds to a ledger: the entries after the row `seen`; null if nothing was. `on` must lock the
   * account first. The person is then asked whether to record another, so that one thing that two people enter counts
   * once. The schema of the input has the fields of `withSeen`. A form without them has seen nothing.
   */
  meanwhile?: (
    work: Work<Actor, Prepared>,
    input: z.output<Schema>,
    found: Found,
    seen: number,
  ) => Promise<Meanwhile | null>;
  /**
   * Does the work. The result of the work is stored with the key and is the response to a repeat, so it contains only
   * ids and codes, no personal data.
   */
  run: (work: Work<Actor, Prepared>, input: z.output<Schema>, found: Found) => Promise<Out | Refusal>;
  /** Reduces the result of `run` to the part that may be stored, without personal data. A repeat gets this part. */
  stored?: (done: Out) => Partial<Out>;
  /** Responds to a repeat if the stored result is not enough, for example if a secret must be compared. */
  again?: (
    work: Omit<Work<Actor>, "prepared">,
    input: z.output<Schema>,
    first: Out,
  ) => Promise<Out | Refusal>;
};

/**
 * The declaration of an operation that opens its own transactions or needs none. Its work replaces all steps in the
 * usual transaction.
 */
type Loose<Actor, Schema extends z.ZodType, Out extends Done> = {
  /**
   * Does work that is one statement, or several transactions; no transaction is opened for it. Returns null if it could
   * not write its row because another request had used the key meanwhile.
   */
  perform: (work: LooseWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal | null>;
  /**
   * Finds the rows that store these keys. It is for operations that store the key in a row of their own instead of the
   * table of keys. Without this function no key is reserved.
   */
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
 * A declared operation. A direct call takes typed `input`, and `receive` takes the input of a form or request; both are
 * parsed. `key` is the form's idempotency key.
 */
export type Operation<Actor, Schema extends z.ZodType, Out extends Done> = {
  (services: Services, actor: Actor, input: z.input<Schema>, key?: string): Promise<Result<Omit<Out, "ok">>>;
  receive: (services: Services, actor: Actor, sent: unknown, key: string) => Promise<Out | Refusal>;
  operationName: string;
  /** The schema of the input, by which a test walks all fields. */
  input: z.ZodType;
  /** True if it asks before it records what somebody else may have recorded meanwhile. */
  asksAgain: boolean;
};

/** An operation as forms and requests use it, with input of any type. */
export type AnyOperation<Actor, Out extends Done = Done & Record<string, unknown>> = Pick<
  Operation<Actor, z.ZodType, Out>,
  "receive" | "operationName"
>;
