/** The values for the first line (`by`) of an operation's declaration: the actors that may run the operation. */
import { recordActivity } from "./record-activity.server.ts";
import type {
  Actor,
  Admin,
  ApiClient,
  Customer,
  Guest,
  Member,
  Operator,
  Rider,
  StoreOwner,
} from "./actor.ts";
import { actAuthor } from "./author.server.ts";
import type { KeyAccess } from "../domain/api-keys.ts";
import { memberMay, type MemberPermission } from "../domain/business.ts";
import { whyRoleMayNot, type Permission } from "./permissions.ts";
import { refuse } from "../platform/http/result.ts";
import type { By } from "../platform/operations/declaration.ts";

/**
 * Idempotency keys are unique within a space, usually that of one person. All guests share one space, because keys are
 * random and cannot be guessed.
 */
const GUESTS = "guests";
const spaceOf = (person: { id: string }) => `person ${person.id}`;

function keySpaces(actor: Actor): readonly [own: string, ...others: string[]] {
  switch (actor.kind) {
    case "guest":
      return [GUESTS];
    case "customer":
    case "store-owner":
    case "member":
      return [spaceOf(actor.person), GUESTS];
    case "admin":
      return [spaceOf(actor.person)];
    case "rider":
      return [`rider ${actor.id}`];
    case "api-client":
      return [`api ${actor.owner.id}`];
    case "operator":
      return ["operator"];
    case "system":
      return [`program ${actor.program}`];
  }
}

/**
 * Admits a member of staff whose role has this permission. The activity log records a refused attempt (STAFF-13).
 * `why` returns the reason of a refusal, or null if the role is admitted.
 */
export const staff = (permission: Permission, why: typeof whyRoleMayNot = whyRoleMayNot): By<Admin> => ({
  refusal: ({ role }) => {
    const reason = why(role, permission);
    return reason === null ? null : refuse("forbidden", reason);
  },
  logRefusal: (tx, admin, at, { name, target }) =>
    recordActivity(tx, admin, at, {
      action: "refused",
      description: target ? `${permission} on ${target}` : `${permission}: ${name}`,
      entityType: name.split(".")[0]!,
    }),
  keySpaces,
  author: actAuthor,
});

/** Admits every actor, because a guard or an entry point has already admitted the caller. */
export const anybody = {
  refusal: () => null,
  logRefusal: () => Promise.resolve(),
  keySpaces,
  author: actAuthor,
};

/** Admits every member of staff to an operation about their own login account. */
export const anyStaff: By<Admin> = anybody;

export const customer: By<Customer> = anybody;

/** Admits everybody who may open a public page. */
export const everybody: By<Customer | Guest> = anybody;

/** Admits every visitor, signed in or not, to operations such as sign-in, sign-out and asking for a link. */
export const visitor: By<{ person: { id: string } | null }> = {
  refusal: anybody.refusal,
  logRefusal: anybody.logRefusal,
  keySpaces: ({ person }) => (person ? [spaceOf(person), GUESTS] : [GUESTS]),
};

export const storeOwner: By<StoreOwner> = anybody;

/** Admits a member of a business whose role has this permission (BUSINESS-2). */
export const member = (needs: MemberPermission): By<Member> => ({
  ...anybody,
  refusal: ({ role }) => (memberMay(role, needs) ? null : refuse("forbidden", MEMBER_MAY_NOT)),
});

export const rider: By<Rider> = anybody;

export const operator: By<Operator> = anybody;

export const MEMBER_MAY_NOT = "Your role in the business may not do this. Ask an owner of the business.";
const READ_ONLY = "This key may only read. Make a key that may write.";

/** Admits a program with an API key. Refuses a read-only key if the operation needs write access. */
export const apiClient = (needs: KeyAccess): By<ApiClient> => ({
  ...anybody,
  refusal: ({ access }) =>
    needs === "write" && access === "read"
      ? { ...refuse("forbidden", READ_ONLY), reason: "key_may_only_read" }
      : null,
});
