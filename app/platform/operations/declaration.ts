/** A declared operation's parts. operation.server.ts has their order. */
import type * as z from "zod";
import type { Refusal, Result } from "../http/result.ts";
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { Tx } from "../db/client.server.ts";
import type { Topic } from "../live/live.server.ts";
import type { Services } from "../services.server.ts";
import type { Act, ActAuthor, Author } from "./act.server.ts";
import type { ReservedKey, StoredKey } from "./operation-key.server.ts";

/** Which actors may run an operation. `access/` has the values, because app/platform has no roles. */
export type By<Actor> = {
  /** Null if the actor may run the operation. */
  refusal: (actor: Actor) => Refusal<"forbidden"> | null;
  /** Records a refused attempt in the activity log; `target` is its subject. */
  logRefusal: (tx: Tx, actor: Actor, at: Date, attempt: { name: string; target: string }) => Promise<void>;
  /**
   * The spaces in which idempotency keys of the actor are searched. A new key is stored in the first, the actor's own.
   * So a form counts once if a guest sends it, and sends it again after signing in.
   */
  keySpaces: (actor: Actor) => readonly [own: string, ...others: string[]];
  /** ACT-1: the author of the actor's acts; left out for actors who write to no ledger. */
  author?: (actor: Actor) => ActAuthor;
};

/** The work must use the database only through `tx`. */
export type Work<Actor, Prepared = unknown> = {
  services: Services;
  tx: Tx;
  actor: Actor;
  at: Date;
  /** ACT-1: each row of a ledger or a history has this act's number. */
  act: Act;
  /** The reserved key in its stored form, for rows that store the key. Null for an operation without a key. */
  reserved: ReservedKey | null;
  prepared: Prepared;
};

type OtherAct = { kind: ActKind; source: ActSource; by?: Author };

export type BeforeWork<Actor> = { services: Services; actor: Actor; at: Date };
export type Done = { ok: true };

/**
 * The context of work that opens its own transactions. `key` is the form's key, from which the keys of its parts are
 * derived.
 */
export type LooseWork<Actor> = BeforeWork<Actor> & { key: string | undefined; reserved: ReservedKey | null };

type Common<Actor, Schema extends z.ZodType, Found, Out extends Done> = {
  /** `area.verb`: the operation's name in the log, and a part of its stored keys. */
  name: string;
  by: By<Actor>;
  /**
   * ACT-1: the act's kind, for an operation that writes to a ledger or a history. The object form has its own source
   * and author.
   */
  act?: ActKind | OtherAct | ((input: z.output<Schema>) => OtherAct);
  /**
   * Parses the sent input: E.164, kobo, kg. Unknown fields are dropped. The schema must accept its own parsed values
   * unchanged.
   */
  input: Schema;
  /** True if no key is reserved, because a repeat does no harm or must be possible, as for a sign-in. */
  keyless?: true;
  /** Secret fields, which the stored hash of the content leaves out. */
  secrets?: readonly (keyof z.output<Schema>)[];
  /** Fields that may differ when the same form is sent again. The hash of the content leaves them out. */
  varying?: readonly (keyof z.output<Schema>)[];
  /**
   * The name of the record that a flood of requests may aim at, such as one login account. Requests with the same name
   * run one after the other in this process, so that together they hold one database connection.
   */
  turn?: (input: z.output<Schema>) => string;
  /** The message if the form was sent before with other content. */
  conflict?: (first: Out, input: z.output<Schema>) => string;
  /** The live topics of the operation's changes. */
  publish?: (done: Out, input: z.output<Schema>, found: Found) => readonly Topic[];
  /** Notifies other processes before the response. Also runs for a repeat. */
  tell?: (services: Services) => void | Promise<void>;
};

/** The newest ledger row that a form's page did not show, and the question about it. */
export type Meanwhile = { newest: number; asks: string };

type InTransaction<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> = {
  /** Slow or external work before the transaction, such as hashing a password or counting towards a limit. */
  prepare?: (
    before: BeforeWork<Actor>,
    input: z.output<Schema>,
  ) => Promise<Refusal | { ok: true; prepared: Prepared }>;
  /** Finds and row-locks the record that the actor may change. Another person's record is refused as not found. */
  on?: (work: Work<Actor, Prepared>, input: z.output<Schema>) => Promise<Found | Refusal>;
  /**
   * For a form that adds to a ledger: the entries after the row `seen`; null if there are none. `on` must lock the
   * account first. The person is then asked whether to record another, so that an entry by two people counts once. The
   * input's schema has the fields of `withSeen`. Without these fields, the form counts as having seen no row.
   */
  meanwhile?: (
    work: Work<Actor, Prepared>,
    input: z.output<Schema>,
    found: Found,
    seen: number,
  ) => Promise<Meanwhile | null>;
  /**
   * Does the work. Its result is stored with the key as the response to a repeat, so it has ids and codes and no
   * personal data.
   */
  run: (work: Work<Actor, Prepared>, input: z.output<Schema>, found: Found) => Promise<Out | Refusal>;
  /** The part of the result that may be stored, without personal data. A repeat gets this part. */
  stored?: (done: Out) => Partial<Out>;
  /** Responds to a repeat if the stored result is not enough, for example to compare a secret. */
  again?: (
    work: Omit<Work<Actor>, "prepared">,
    input: z.output<Schema>,
    first: Out,
  ) => Promise<Out | Refusal>;
};

/** An operation that opens its own transactions or needs none. Its work replaces the usual transaction's steps. */
type Loose<Actor, Schema extends z.ZodType, Out extends Done> = {
  /**
   * Work that is one statement, or several transactions; no transaction is opened for it. Returns null if another
   * request used the key meanwhile, so that the row could not be written.
   */
  perform: (work: LooseWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal | null>;
  /**
   * Finds the rows that store these keys, for operations that store the key in their own row. Without this function no
   * key is reserved.
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
 * A declared operation. A direct call takes typed `input`, and `receive` takes the input of a form or request. Both are
 * parsed. `key` is the form's idempotency key.
 */
export type Operation<Actor, Schema extends z.ZodType, Out extends Done> = {
  (services: Services, actor: Actor, input: z.input<Schema>, key?: string): Promise<Result<Omit<Out, "ok">>>;
  receive: (services: Services, actor: Actor, sent: unknown, key: string) => Promise<Out | Refusal>;
  operationName: string;
  /** A test walks all fields of this schema. */
  input: z.ZodType;
  /** True if the operation asks before it records an entry that somebody else may have recorded. */
  asksAgain: boolean;
};

/** An operation for forms and requests, with input of any type. */
export type AnyOperation<Actor, Out extends Done = Done & Record<string, unknown>> = Pick<
  Operation<Actor, z.ZodType, Out>,
  "receive" | "operationName"
>;
