/** Typed context keys for the values that middleware passes to loaders and actions. */
import { createContext } from "react-router";
import type { Services } from "./services.server.ts";

export const servicesContext = createContext<Services>();
/** The kind of person who sent a request. The access log shows the kind, and the admission queue serves staff first. */
export type PrincipalKind = "guest" | "customer" | "staff";
/** A guard calls this function as soon as the guard knows the kind of person. */
export const notePrincipalContext = createContext<(kind: PrincipalKind) => void>(() => {});
/** The request's id, which is also in the log lines, in the header X-Request-Id and on error pages. */
export const requestIdContext = createContext<string>("");
/** The nonce of the response's Content-Security-Policy. */
export const nonceContext = createContext<string>("");
/**
 * The client's IP address (server/http/client-address.ts). TRUST_PROXY is the number of our own proxies. Only the
 * entries that these proxies added to X-Forwarded-For are trusted.
 */
export const ipContext = createContext<string>("0.0.0.0");
/**
 * True if the request came from this machine, to one of its own names, without a proxy (server/http/own-machine.ts).
 */
export const ownMachineContext = createContext<boolean>(false);
/** The cause of a failed request, if the cause is not a bug of this product. */
export type ErrorState = { databaseUnavailable: boolean; invalidInput: boolean };
export const errorContext = createContext<ErrorState>({ databaseUnavailable: false, invalidInput: false });
/** Closes the connection of a client that does not read the response. */
export const disconnectContext = createContext<() => void>(() => {});
/**
 * Set while a page is rendered that is cached and sent to everybody (server/cache/cached-pages.ts).
 * `formKey`: true if each response gets its own idempotency key for the page's form. `loadedAt`: when the
 * page's data was read. `until`: the time from which the page is invalid.
 */
export type PageForAll = { formKey: boolean; loadedAt: number; until?: number };
export const pageForAllContext = createContext<PageForAll | null>(null);
/**
 * KEEP-1: a form that was sent after the session had ended, and was kept until the next sign-in. The page's action
 * returns the form. `values` is empty if the form belongs to another person than the one who signed in. `files`: true
 * if files were sent with the form. Files are not kept.
 */
export type KeptForm = { owner: string; values: Record<string, string>; key: string; files: boolean };
export const keptFormContext = createContext<KeptForm | null>(null);
/** KEEP-2: the id of the session's owner (`ownerId`). Every form sends this id as the id of the form's owner. */
export const ownerContext = createContext<string>("guest");
