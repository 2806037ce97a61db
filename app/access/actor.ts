/**
 * Actors: the parties that run operations. Only a guard or a program's entry point makes an actor (actors.server.ts).
 * The type of an operation's actor is therefore a permission: if an operation takes an `Admin`, the compiler refuses
 * a call with a customer.
 */
import type { AdminRole } from "../domain/admin-roles.ts";
import type { BusinessState, MemberRole } from "../domain/business.ts";
import type { KeyAccess, KeyMode, KeyOwner } from "../domain/api-keys.ts";

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

/**
 * A browser with a signed cookie: a random id, and a short hash (a mark) of each login account used in this browser.
 */
export type Browser = { id: string; marks: readonly string[] };

export type Guest = { kind: "guest"; ip: string; browser: Browser | null; readonly [made]: "guest" };
/** A signed-in person who acts for themselves. */
export type Customer = {
  kind: "customer";
  ip: string;
  browser: Browser | null;
  person: Person;
  readonly [made]: "customer";
};
/** A signed-in person who acts for their own stores. */
export type StoreOwner = { kind: "store-owner"; ip: string; person: Person; readonly [made]: "store-owner" };
/** BUSINESS-2: a signed-in person who acts for their business. */
export type Member = {
  kind: "member";
  ip: string;
  person: Person;
  business: { id: string; name: string; state: BusinessState };
  role: MemberRole;
  readonly [made]: "member";
};
/** A member of staff, signed in by password. */
export type Admin = {
  kind: "admin";
  ip: string;
  person: Person;
  memberId: string;
  role: AdminRole;
  readonly [made]: "admin";
};
/** A member of staff who has every permission. */
export type SuperAdmin = Admin & { role: "super_admin" };
/** A rider who uses an enrolled phone. A rider is not on the team and opens no back-office page. */
export type Rider = {
  kind: "rider";
  ip: string;
  id: string;
  name: string;
  hubId: string;
  deviceId: string;
  readonly [made]: "rider";
};
export type Operator = { kind: "operator"; readonly [made]: "operator" };
/** A program that acts for no person, such as a job. Logs show `program` as the name. */
export type System = { kind: "system"; program: string; readonly [made]: "system" };

/**
 * A program with an API key. The program acts for the key's owner, with the rights of the person who made the
 * key. A test key acts in the sandbox.
 */
export type ApiClient = {
  kind: "api-client";
  ip: string;
  keyId: string;
  mode: KeyMode;
  access: KeyAccess;
  person: Person;
  owner: KeyOwner;
  /** False if the client belongs to a clerk of a business, because a clerk sees no money (BUSINESS-2). */
  seesMoney: boolean;
  readonly [made]: "api-client";
};

export type Actor = Guest | Customer | StoreOwner | Member | Admin | Rider | ApiClient | Operator | System;
