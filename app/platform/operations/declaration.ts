/** The parts of a declared operation. operation.server.ts explains in which order they run. */
import type * as z from "zod";
import type { Refusal, Result } from "../http/result.ts";
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { Tx } from "../db/client.server.ts";
import type { Topic } from "../live/live.server.ts";
import type { Services } from "../services.server.ts";
import type { Act, ActAuthor, Author } from "./act.server.ts";
import type { ReservedKey, StoredKey } from "./operation-key.server.ts";

/** Which actors may run an operation. The values are in `access/`, because app/platform knows no roles. */
export type By<Actor> = {
  /** Returns null if the actor may run the operation. */
  refusal: (actor: Actor) => Refusal<"forbidden"> | null;
  /** Records a refused attempt in the activity log. `target` is the code or id in the refused input. */
  logRefusal: (tx: Tx, actor: Actor, at: Date, attempt: { name: string; target: string }) => Promise<void>;
  /**
   * Returns the key spaces in which the actor's idempotency keys are searched. A new key is stored in the first space,
   * the actor's own. So a form counts only once if a guest sends it, signs in, and sends it again.
   */
  keySpaces: (actor: Actor) => readonly [own: string, ...others: string[]];
  /** ACT-1: returns the author of the actor's acts. Not set for actors who write to no ledger. */
  author?: (actor: Actor) => ActAuthor;
};

/** The argument of an operation's work. The work must use the database only through `tx`. */
export type Work<Actor, Prepared = unknown> = {
  services: Services;
  tx: Tx;
  actor: Actor;
  at: Date;
  /** ACT-1: the act of this work. Each row that the work writes to a ledger or a history stores the act's number. */
  act: Act;
  /**
   * The stored form of the reserved idempotency key, for work whose own rows store the key. Null for an operation
   * without a key.
   */
  reserved: ReservedKey | null;
  prepared: Prepared;
};

type OtherAct = { kind: ActKind; source: ActSource; by?: Author };

export type BeforeWork<Actor> = { services: Services; actor: Actor; at: Date };
export type Done = { ok: true };

/**
 * The argument of work that opens its own transactions. `key` is the form's key. If a form makes several changes, their
 * keys are derived from `key`.
 */
export type LooseWork<Actor> = BeforeWork<Actor> & { key: string | undefined; reserved: ReservedKey | null };

type Common<Actor, Schema extends z.ZodType, Found, Out extends Done> = {
  /** `area.verb`: the operation's name in the log, and a part of the operation's stored keys. */
  name: string;
  by: By<Actor>;
  /**
   * ACT-1: the kind of the act, for an operation that writes to a ledger or a history. An object also gives the source
   * of the act, and may give the author.
   */
  act?: ActKind | OtherAct | ((input: z.output<Schema>) => OtherAct);
  /**
   * Parses the sent input (phones to E.164, amounts to kobo, weights to kg). Unknown fields are dropped. The
   * schema must accept its own parsed values unchanged, because a caller may pass values that were parsed
   * before.
   */
  input: Schema;
  /**
   * True if no key is reserved, because a repeat does no harm or must be possible. A sign-in, for example, must be
   * possible again.
   */
  keyless?: true;
  /** The secret fields. The stored hash of the content does not include them. */
  secrets?: readonly (keyof z.output<Schema>)[];
  /** Fields that may differ when the same form is sent again. The hash of the content does not include them. */
  varying?: readonly (keyof z.output<Schema>)[];
  /**
   * Returns the name of a record that a flood of requests may target, such as a login account. In each process,
   * requests with the same name run one after the other, so that together they use only one database connection.
   */
  turn?: (input: z.output<Schema>) => string;
  /** Returns the message if the same form was sent before with different content. */
  conflict?: (first: Out, input: z.output<Schema>) => string;
  /** Returns the live topics that the operation changed. */
  publish?: (done: Out, input: z.output<Schema>, found: Found) => readonly Topic[];
  /** Notifies other processes before the response is sent. Also called for a repeated form. */
  tell?: (services: Services) => void | Promise<void>;
};

/**
 * The newest ledger row that the form's page did not show, and the question that the person is asked about this row.
 */
export type Meanwhile = { newest: number; asks: string };

type InTransaction<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done> = {
  /** Does slow or external work before the transaction, such as hashing a password or counting towards a limit. */
  prepare?: (
    before: BeforeWork<Actor>,
    input: z.output<Schema>,
  ) => Promise<Refusal | { ok: true; prepared: Prepared }>;
  /** Finds the record that the actor may change and locks its row. Another person's record is refused as not found. */
  on?: (work: Work<Actor, Prepared>, input: z.output<Schema>) => Promise<Found | Refusal>;
  /**
   * For a form that adds to a ledger: finds entries that are newer than the row `seen`. This is the newest row that the
   * form's page showed or that the person was asked about before. Null if there are none. If there are any, the person
   * is asked whether to add another entry, so that two people do not record the same thing twice.
   *
   * `on` must lock the account first. The input's schema has the fields of `withSeen`. A form without these fields
   * counts as having seen no row.
   */
  meanwhile?: (
    work: Work<Actor, Prepared>,
    input: z.output<Schema>,
    found: Found,
    seen: number,
  ) => Promise<Meanwhile | null>;
  /**
   * Does the work. The result is stored with the key as the response to a repeated form. So it has ids and codes and no
   * personal data.
   */
  run: (work: Work<Actor, Prepared>, input: z.output<Schema>, found: Found) => Promise<Out | Refusal>;
  /** Returns the part of the result that may be stored, without personal data. A repeated form gets only this part. */
  stored?: (done: Out) => Partial<Out>;
  /** Responds to a repeated form if the stored result is not enough, for example to compare a secret. */
  again?: (
    work: Omit<Work<Actor>, "prepared">,
    input: z.output<Schema>,
    first: Out,
  ) => Promise<Out | Refusal>;
};

/** An operation that opens its own transactions or needs none. Its work replaces the steps of the usual transaction. */
type Loose<Actor, Schema extends z.ZodType, Out extends Done> = {
  /**
   * Does work that is one statement, or that opens its own transactions. Returns null if no row could be written
   * because another request has used the key meanwhile.
   */
  perform: (work: LooseWork<Actor>, input: z.output<Schema>) => Promise<Out | Refusal | null>;
  /**
   * Finds the rows that store these keys, for operations whose own rows store the key. Without this function no key is
   * reserved.
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
 * A declared operation. A direct call has typed `input`, and a call of `receive` has the input of a form or request.
 * Both inputs are parsed. `key` is the form's idempotency key.
 */
export type Operation<Actor, Schema extends z.ZodType, Out extends Done> = {
  (services: Services, actor: Actor, input: z.input<Schema>, key?: string): Promise<Result<Omit<Out, "ok">>>;
  receive: (services: Services, actor: Actor, sent: unknown, key: string) => Promise<Out | Refusal>;
  operationName: string;
  /** The schema of the input. A test checks all its fields. */
  input: z.ZodType;
  /** True if the operation asks before it records an entry that somebody else may have recorded already. */
  asksAgain: boolean;
};

/** An operation for forms and requests, with input of any type. */
export type AnyOperation<Actor, Out extends Done = Done & Record<string, unknown>> = Pick<
  Operation<Actor, z.ZodType, Out>,
  "receive" | "operationName"
>;
