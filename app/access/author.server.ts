/** The author of what an actor writes to ledgers and histories. */
import type { ActKind } from "../domain/acts.ts";
import type { Tx } from "../platform/db/client.server.ts";
import {
  beginAct,
  type Act,
  type ActAuthor,
  type Author,
  type NewAct,
} from "../platform/operations/act.server.ts";
import type { Actor } from "./actor.ts";

/** The author of events by a sender. A person with the receipt's URL counts as the sender. */
export const SENDER: Author = { byUserId: null, byName: "Sender" };

/** The author as rows show it: the sender, a member of staff, a rider or a program. */
export function by(actor: Actor): Author {
  switch (actor.kind) {
    case "customer":
    case "guest":
    case "store-owner":
    case "api-client":
      return SENDER;
    case "member":
      return { byUserId: null, byName: actor.business.name };
    case "rider":
      return { byUserId: null, byName: actor.name };
    case "operator":
      return { byUserId: null, byName: "Operator" };
    case "system":
      return { byUserId: null, byName: actor.program };
    case "admin": {
      const { id, fullName, email } = actor.person;
      return { byUserId: id, byName: fullName ?? email };
    }
  }
}

/** The author of an actor's acts, and the door through which these come. */
export function actAuthor(actor: Actor): ActAuthor {
  const shown = by(actor);
  switch (actor.kind) {
    case "admin":
      return { source: "office", authorId: actor.person.id, by: shown };
    case "rider":
      return { source: "phone", authorId: actor.id, by: shown };
    case "customer":
    case "store-owner":
    case "member":
      return { source: "sender", authorId: actor.person.id, by: shown };
    case "api-client":
      return { source: "api", authorId: actor.person.id, by: shown };
    case "guest":
      return { source: "sender", authorId: null, by: shown };
    case "operator":
    case "system":
      return { source: "program", authorId: null, by: shown };
  }
}

/** An act of this actor of another kind than the operation declares. */
export const actOf = (
  { tx, actor, at }: { tx: Tx; actor: Actor; at: Date },
  kind: ActKind,
  more: Partial<Pick<NewAct, "source" | "takesBack" | "deed">> = {},
): Act => beginAct(tx, { ...actAuthor(actor), kind, at, ...more });
