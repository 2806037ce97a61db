/**
 * Who acts. An actor can only be made here, from a session or by a guard, so what an operation permits stands in its
 * signature: `(services, admin: Admin, input)` cannot be called for a customer.
 */
import type { Browser } from "./known-browser.server.ts";
import type { AdminRole } from "../domain/roles.ts";

declare const made: unique symbol;

export type Person = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
  phone: string | null;
  address: string | null;
  referralCode: string | null;
};

/** Somebody without a session. */
export type Guest = { kind: "guest"; ip: string; browser: Browser | null; readonly [made]: "guest" };
/** A signed-in person, acting for themselves. */
export type Customer = {
  kind: "customer";
  ip: string;
  browser: Browser | null;
  person: Person;
  readonly [made]: "customer";
};
/** A signed-in person, acting for the stores they own. */
export type StoreOwner = { kind: "store-owner"; ip: string; person: Person; readonly [made]: "store-owner" };
/** A member of staff, signed in by password. */
export type Admin = {
  kind: "admin";
  ip: string;
  person: Person;
  memberId: string;
  role: AdminRole;
  readonly [made]: "admin";
};
/** A member of staff who may do everything. */
export type SuperAdmin = Admin & { role: "super_admin" };
/** Whoever runs the server, at its command line. */
export type Operator = { kind: "operator"; readonly [made]: "operator" };

/** What a request's session says. */
export type Session = {
  ip: string;
  /** The browser behind the address; absent or null where it brought no cookie. */
  browser?: Browser | null;
  /** The session's key, for ending it; null without one. */
  sessionHash: Buffer | null;
  person: Person | null;
  staff: { memberId: string; role: AdminRole } | null;
};

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

export function asAdmin(session: Session): Admin | null {
  if (!session.person || !session.staff) return null;
  return { kind: "admin", ip: session.ip, person: session.person, ...session.staff } as Admin;
}

export function asSuperAdmin(session: Session): SuperAdmin | null {
  const admin = asAdmin(session);
  return admin?.role === "super_admin" ? (admin as SuperAdmin) : null;
}

export function asOperator(): Operator {
  return { kind: "operator" } as Operator;
}
