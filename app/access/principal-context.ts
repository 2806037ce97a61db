/**
 * The session and the actor of a request, in typed context. Middleware sets them, and a route below a guard reads its
 * actor from here. A read throws if no guard set the value, so that a route outside its guard fails at once.
 */
import { createContext } from "react-router";
import type { Admin, Browser, Customer, Member, Person, StoreOwner } from "./actor.ts";
import type { AdminRole } from "../domain/admin-roles.ts";

export type Session = {
  ip: string;
  /** The browser that sent the request; absent or null if it sent no cookie. */
  browser?: Browser | null;
  /** The hash of the token in the session's cookie, by which the session is found and ended; null without a session. */
  sessionHash: Buffer | null;
  person: Person | null;
  staff: { memberId: string; role: AdminRole } | null;
};

/** The session, which is set for every request. */
export const sessionContext = createContext<Session>();
/** The actor of a customer, set by `customersOnly`. */
export const customerContext = createContext<Customer>();
/** The actor of a store owner, set by `storeOwnersOnly`. */
export const storeOwnerContext = createContext<StoreOwner>();
/** The actor of a member of a business, set by `membersOnly`. */
export const memberContext = createContext<Member>();
/** The actor of a member of staff, set by `staffOnly`. */
export const adminContext = createContext<Admin>();
