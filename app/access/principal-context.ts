/**
 * The session and the actor of a request. Middleware sets these contexts, and the routes below a guard read them. A
 * read without a guard throws, so that a route that lacks its guard fails at once.
 */
import { createContext } from "react-router";
import type { Admin, Browser, Customer, Member, Person, StoreOwner } from "./actor.ts";
import type { AdminRole } from "../domain/admin-roles.ts";

export type Session = {
  ip: string;
  /** The browser that sent the request; absent or null without a cookie. */
  browser?: Browser | null;
  /** The hash of the token in the session's cookie; null without a session. */
  sessionHash: Buffer | null;
  person: Person | null;
  staff: { memberId: string; role: AdminRole } | null;
};

export const sessionContext = createContext<Session>();
export const customerContext = createContext<Customer>();
export const storeOwnerContext = createContext<StoreOwner>();
export const memberContext = createContext<Member>();
export const adminContext = createContext<Admin>();
