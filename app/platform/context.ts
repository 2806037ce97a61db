/** Typed context keys: the values that middleware passes to loaders and actions. */
import { createContext } from "react-router";
import type { Services } from "./services.server.ts";

export const servicesContext = createContext<Services>();
/**
 * The kind of the person who sent a request. It is written to the access log, and the admission queue serves staff
 * first.
 */
export type PrincipalKind = "guest" | "customer" | "staff";
/** A function that a guard calls with the kind of person as soon as that kind is known. */
export const notePrincipalContext = createContext<(kind: PrincipalKind) => void>(() => {});
/** The request's id, which appears in the request's log lines, in the header X-Request-Id and on error pages. */
export const requestIdContext = createContext<string>("");
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>("");
/** The client's IP address. Of X-Forwarded-For only the entries of TRUST_PROXY proxies count. */
export const ipContext = createContext<string>("0.0.0.0");
/**
 * True if the request was made on this machine, with one of the machine's own names and without a proxy
 * (server/http/own-machine.ts).
 */
export const ownMachineContext = createContext<boolean>(false);
/**
 * The reason of a failure that is not a bug of this product: the database is unavailable, or the database refused a
 * value of the request.
 */
export type ErrorState = { databaseUnavailable: boolean; invalidInput: boolean };
export const errorContext = createContext<ErrorState>({ databaseUnavailable: false, invalidInput: false });
/** Closes the connection of a client that does not read the response. */
export const disconnectContext = createContext<() => void>(() => {});
/**
 * Set while a page is rendered that is cached and sent to everybody (server/cache/cached-pages.ts). `formKey`: the page
 * has a form, whose idempotency key is filled in for each response. `loadedAt`: the time at which the page's data was
 * read. `until`: the moment from which the page is no longer valid.
 */
export type PageForAll = { formKey: boolean; loadedAt: number; until?: number };
export const pageForAllContext = createContext<PageForAll | null>(null);
/**
 * KEEP-1: a form that is kept from before the session ended, for the page's action, which answers with it. Without values it
 * is another person's.
 */
/** `files`: true if files were sent with the form. They are not kept. */
export type KeptForm = { owner: string; values: Record<string, string>; key: string; files: boolean };
export const keptFormContext = createContext<KeptForm | null>(null);
/** KEEP-2: the id of the session's owner, by which forms say whose they are (`ownerId`). */
export const ownerContext = createContext<string>("guest");
