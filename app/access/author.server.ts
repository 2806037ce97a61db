/** Makes the actor of a rider's phone, which has no session, and names the authors of ledger and history entries. */
import type { ActKind } from "../domain/acts.ts";
import type { Tx } from "../platform/db/client.server.ts";
import {
  beginAct,
  type Act,
  type ActAuthor,
  type Author,
  type NewAct,
} from "../platform/operations/act.server.ts";
import type { Actor, Rider } from "./actor.ts";

/** Makes the actor of a rider's phone. The caller must have just looked up the phone's device. */
export function riderOf(ip: string, device: Pick<Rider, "id" | "name" | "hubId" | "deviceId">): Rider {
  return { kind: "rider", ip, ...device } as Rider;
}

/** The author of events that the sender caused. A person with the receipt's URL counts as the sender. */
export const SENDER: Author = { byUserId: null, byName: "Sender" };

/** Returns the author of an actor's acts, and the source of the acts, such as `office` or `phone`. */
export function actAuthor(actor: Actor): ActAuthor {
  switch (actor.kind) {
    case "admin": {
      const { id, fullName, email } = actor.person;
      return { source: "office", authorId: id, by: { byUserId: id, byName: fullName ?? email } };
    }
    case "rider":
      return { source: "phone", authorId: actor.id, by: named(actor.name) };
    case "customer":
    case "store-owner":
      return { source: "sender", authorId: actor.person.id, by: SENDER };
    case "member":
      return { source: "sender", authorId: actor.person.id, by: named(actor.business.name) };
    case "api-client":
      return { source: "api", authorId: actor.person.id, by: SENDER };
    case "guest":
      return { source: "sender", authorId: null, by: SENDER };
    case "operator":
      return { source: "program", authorId: null, by: named("Operator") };
    case "system":
      return { source: "program", authorId: null, by: named(actor.program) };
  }
}

const named = (byName: string): Author => ({ byUserId: null, byName });

/** Returns the author as stored in rows and shown on pages: the sender, a member of staff, a rider or a program. */
export const shownAuthor = (actor: Actor): Author => actAuthor(actor).by;

/** Begins an act (a record of who did what) whose kind differs from the kind that the operation declares. */
export const actOf = (
  { tx, actor, at }: { tx: Tx; actor: Actor; at: Date },
  kind: ActKind,
  more: Partial<Pick<NewAct, "source" | "takesBack" | "deed">> = {},
): Act => beginAct(tx, { ...actAuthor(actor), kind, at, ...more });
