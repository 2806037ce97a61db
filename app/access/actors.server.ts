/**
 * Makes actors. A route below a guard does not make an actor: it reads the guard's actor from the request's context.
 */
import type {
  Admin,
  ApiClient,
  Browser,
  Customer,
  Guest,
  Member,
  Operator,
  Person,
  StoreOwner,
  SuperAdmin,
  System,
} from "./actor.ts";
import type { Session } from "./principal-context.ts";

export function asGuest(ip: string, browser: Browser | null = null): Guest {
  return { kind: "guest", ip, browser } as Guest;
}

export function asCustomer(session: Session): Customer | null {
  const { ip, browser = null, person } = session;
  return person && ({ kind: "customer", ip, browser, person } as Customer);
}

export function asCustomerOrGuest(session: Session): Customer | Guest {
  return asCustomer(session) ?? asGuest(session.ip, session.browser);
}

export function asStoreOwner(session: Session): StoreOwner | null {
  return session.person && ({ kind: "store-owner", ip: session.ip, person: session.person } as StoreOwner);
}

/** Makes a member of a business. The caller must have just looked up the membership. */
export function memberOf(ip: string, person: Person, found: Pick<Member, "business" | "role">): Member {
  return { kind: "member", ip, person, ...found } as Member;
}

/** Makes a member of staff. The caller must have just looked up the person's membership of the team. */
export function adminOf(ip: string, person: Person, staff: NonNullable<Session["staff"]>): Admin {
  return { kind: "admin", ip, person, ...staff } as Admin;
}

export function asAdmin({ ip, person, staff }: Session): Admin | null {
  return person && staff && adminOf(ip, person, staff);
}

export function asSuperAdmin(session: Session): SuperAdmin | null {
  const admin = asAdmin(session);
  return admin?.role === "super_admin" ? (admin as SuperAdmin) : null;
}

/** Makes the actor of an API key. The caller must have just looked up the key. */
export function apiClientOf(client: Omit<ApiClient, "kind" | symbol>): ApiClient {
  return { kind: "api-client", ...client } as ApiClient;
}

/** Returns the owner of an API client as a customer, for operations that do not accept API keys. */
export function customerOf({ ip, person }: ApiClient): Customer {
  return { kind: "customer", ip, browser: null, person } as Customer;
}

export function asOperator(): Operator {
  return { kind: "operator" } as Operator;
}

export function asSystem(program: string): System {
  return { kind: "system", program } as System;
}
