/**
 * Declared operations. A declaration names an operation's actors, input, record and work. Forms, JSON requests, jobs
 * and commands all run a declaration through this file, in this order:
 *
 * 1. Authorise, and log a refusal once.
 * 2. Parse the input.
 * 3. Respond to a repeat, or run `prepare`, outside any transaction.
 * 4. In one transaction: reserve the idempotency key in the actor's own space, find the record among those that the
 * actor may change, and do the work. A refusal rolls back the whole transaction. `perform` replaces this step for work
 * that is one statement or several transactions. If a form adds to a ledger and its page did not show the account's
 * newest row, the person is asked first.
 * 5. After the commit: publish live topics, and notify other processes.
 */
import type * as z from "zod";
import { isFileNotStored, NOT_STORED_NOW } from "../files/file-store.ts";
import { refuse, type Refusal } from "../http/result.ts";
import type { SeenFields } from "../http/seen-field.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import type { Services } from "../services.server.ts";
import { beginAct, type Act } from "./act.server.ts";
import { authorise, parse } from "./authorise.server.ts";
import type {
  BeforeWork,
  Declaration,
  Done,
  LooseDeclaration,
  Operation,
  TransactedDeclaration,
  Work,
} from "./declaration.ts";
import {
  reservedKeyOf,
  reserveOrFind,
  findFirstUse,
  storedKeys,
  storeResponse,
  type KeyToReserve,
  type FirstUse,
} from "./operation-key.server.ts";
import type { Tx } from "../db/client.server.ts";
import { transactOrRollBack } from "./roll-back.server.ts";

export type { AnyOperation, By, LooseWork, Operation, Work } from "./declaration.ts";

const SENT_BEFORE = "You already sent this form with other details. Load the page again.";

/** Makes an operation from its declaration. */
export function operation<
  Actor,
  Schema extends z.ZodType,
  Out extends Done,
  Found = undefined,
  Prepared = undefined,
>(declared: Declaration<Actor, Schema, Prepared, Found, Out>): Operation<Actor, Schema, Out> {
  const asksAgain = "meanwhile" in declared;
  const call = (services: Services, actor: Actor, sent: unknown, key?: string) =>
    execute(declared, services, actor, sent, key);
  // `receive` accepts input of any type. A form without `seen` counts as having seen no row of the ledger.
  const receive: typeof call = (services, actor, sent, key) =>
    call(services, actor, asksAgain ? { seen: 0, ...(sent as object) } : sent, key);
  return Object.assign(call as Operation<Actor, Schema, Out>, {
    receive,
    operationName: declared.name,
    input: declared.input,
    asksAgain,
  });
}

async function execute<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  declared: Declaration<Actor, Schema, Prepared, Found, Out>,
  services: Services,
  actor: Actor,
  sent: unknown,
  key: string | undefined,
): Promise<Out | Refusal> {
  const at = services.now();
  const before = { services, actor, at };
  const refused = await authorise(declared, before, sent);
  if (refused) return refused;
  const checked = await parse(declared.input, sent);
  if (!checked.ok) return checked;
  const { input } = checked;
  const toReserve = key === undefined || declared.keyless ? null : keyToReserve(declared, actor, input, key);
  const perform = () =>
    "perform" in declared
      ? performLoose(declared, before, input, toReserve, key)
      : performOnce(declared, before, input, toReserve);
  const turn = declared.turn?.(input);
  const { done, repeated, found } = await (turn === undefined ? perform() : turns(turn, perform));
  const topics = done.ok && !repeated ? (declared.publish?.(done, input, found as Found) ?? []) : [];
  if (topics.length > 0) services.live.publish(...topics);
  if (done.ok) await declared.tell?.(services);
  return done;
}

const turns = oneAtATime();

/**
 * The result of an operation's work. `found` is undefined for a repeat, and if the operation was refused before the
 * record was found.
 */
type Performed<Found, Out> = { done: Out | Refusal; repeated: boolean; found?: Found | undefined };

async function performOnce<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  declared: TransactedDeclaration<Actor, Schema, Prepared, Found, Out>,
  before: BeforeWork<Actor>,
  input: z.output<Schema>,
  toReserve: KeyToReserve | null,
): Promise<Performed<Found, Out>> {
  const { services, at } = before;
  const ready = await prepare(declared, before, input, toReserve);
  if (!ready.ok) return { done: ready, repeated: false };
  let repeated = false;
  let found: Found | undefined;
  const done = await transactOrRollBack(services.db, async (tx): Promise<Out | Refusal> => {
    const act = actOf(declared, before, tx, input);
    const work = { ...before, tx, act, reserved: null, prepared: ready.prepared };
    const first = ready.first ?? (toReserve && (await reserveOrFind<Out>(services, tx, toReserve, at)));
    repeated = first !== null && !("reserved" in first);
    if (first && !("reserved" in first)) return repeat(declared, work, input, first);
    const withKey = { ...work, reserved: first?.reserved ?? null };
    const about = await declared.on?.(withKey, input);
    if (isRefusal(about)) return about;
    found = about;
    const asked = await askIfNewer(declared, withKey, input, about as Found);
    if (asked) return asked;
    const out = await declared.run(withKey, input, about as Found);
    if (out.ok && withKey.reserved) await storeResponse(tx, withKey.reserved, declared.stored?.(out) ?? out);
    return out;
  });
  return { done, repeated, found };
}

/** Begins the declared act. An operation that declares no act may write to no ledger. */
function actOf<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  { name, by, act }: TransactedDeclaration<Actor, Schema, Prepared, Found, Out>,
  { actor, at }: BeforeWork<Actor>,
  tx: Tx,
  input: z.output<Schema>,
): Act {
  const author = by.author?.(actor);
  const asked = typeof act === "function" ? act(input) : typeof act === "string" ? { kind: act } : act;
  if (asked && author) return beginAct(tx, { ...author, ...asked, at });
  const none = (): never => {
    throw new Error(`${name} declares no act`);
  };
  return { at, by: { byUserId: null, byName: name }, source: "program", phone: null, id: none, as: none };
}

/** Asks the person whether to record another entry, if the ledger has rows that the form's page did not show. */
async function askIfNewer<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  { meanwhile }: TransactedDeclaration<Actor, Schema, Prepared, Found, Out>,
  work: Work<Actor, Prepared>,
  input: z.output<Schema>,
  found: Found,
): Promise<Refusal | null> {
  const { seen, another } = input as SeenFields;
  if (!meanwhile || seen === undefined) return null;
  const newer = await meanwhile(work, input, found, Math.max(seen, another ?? 0));
  if (!newer) return null;
  const fills = { asked: String(newer.newest) };
  return { ...refuse("conflict", { another: newer.asks }), reason: "recorded_meanwhile", fills };
}

/**
 * Runs work that opens its own transactions and stores the key in its own row. Copies of a form that arrive at the same
 * time run one after the other, so that only one of them does the work and counts towards limits.
 */
function performLoose<Actor, Schema extends z.ZodType, Found, Out extends Done>(
  { firstUses, perform, conflict }: LooseDeclaration<Actor, Schema, Found, Out>,
  before: BeforeWork<Actor>,
  input: z.output<Schema>,
  toReserve: KeyToReserve | null,
  key: string | undefined,
): Promise<Performed<Found, Out>> {
  const { services } = before;
  const own = firstUses ? toReserve : null;
  const reserved = own && reservedKeyOf(services, own);
  const find = () =>
    own && firstUses ? findFirstUse(services, own, (keys) => firstUses(services, keys)) : null;
  const performOrFind = async () => {
    const earlier = await find();
    const done = earlier ? null : await perform({ ...before, key, reserved }, input);
    if (done !== null) return { done, repeated: false };
    const first = earlier ?? (await find());
    if (!first) throw new Error("an idempotency key met a conflict and has no row");
    return {
      done: first.same ? first.response : sentBefore(conflict, first.response, input),
      repeated: true,
    };
  };
  return reserved ? turns(reserved.key, performOrFind) : performOrFind();
}

/**
 * Returns the form's key with the content that is hashed, and the actor's key spaces. The content does not include the
 * secret fields, the varying fields, and the fields `seen` and `another`.
 */
function keyToReserve<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  { name, by, secrets = [], varying = [] }: Declaration<Actor, Schema, Prepared, Found, Out>,
  actor: Actor,
  input: z.output<Schema>,
  key: string,
): KeyToReserve {
  const hidden = new Set<PropertyKey>([...secrets, ...varying, "seen", "another"]);
  const content = Object.fromEntries(Object.entries(input as object).filter(([field]) => !hidden.has(field)));
  return { name, key, content, spaces: by.keySpaces(actor) };
}

/** Runs `prepare`, except for a repeat, so that a repeat counts towards no limit. */
async function prepare<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  declared: TransactedDeclaration<Actor, Schema, Prepared, Found, Out>,
  before: BeforeWork<Actor>,
  input: z.output<Schema>,
  toReserve: KeyToReserve | null,
): Promise<Refusal | { ok: true; prepared: Prepared; first: FirstUse<Out> | null }> {
  const none = { ok: true as const, prepared: undefined as Prepared, first: null };
  if (!declared.prepare) return none;
  const first =
    toReserve && (await findFirstUse(before.services, toReserve, storedKeys<Out>(before.services.db)));
  if (first) return { ...none, first };
  const prepared = await declared.prepare(before, input).catch((error: unknown) => {
    if (!isFileNotStored(error)) throw error;
    before.services.log.error({ err: error }, "a file could not be stored");
    return refuse("unavailable", NOT_STORED_NOW);
  });
  return prepared.ok ? { ...none, prepared: prepared.prepared } : prepared;
}

/** Responds to a used key with the first result, or with a conflict if the content differs. */
async function repeat<Actor, Schema extends z.ZodType, Prepared, Found, Out extends Done>(
  { again, conflict }: TransactedDeclaration<Actor, Schema, Prepared, Found, Out>,
  work: Work<Actor, Prepared>,
  input: z.output<Schema>,
  { response, same }: { response: Out; same: boolean },
): Promise<Out | Refusal> {
  if (!same) return sentBefore(conflict, response, input);
  return again ? again(work, input, response) : response;
}

function sentBefore<Input, Out>(
  conflict: ((first: Out, input: Input) => string) | undefined,
  first: Out,
  input: Input,
): Refusal<"conflict"> {
  return { ...refuse("conflict", conflict?.(first, input) ?? SENT_BEFORE), reason: "sent_before" };
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" && value !== null && "ok" in value && value.ok === false && "code" in value;
