/** Typed context keys: what middleware passes to loaders and actions. */
import { createContext } from "react-router";
import type { Services } from "./services.server.ts";

export const servicesContext = createContext<Services>();
/** Called with the requester as soon as it is known, so that the admission queue can serve staff first. */
export const noteStaffContext = createContext<(isStaff: boolean) => void>(() => {});
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>("");
/** The client's network address. X-Forwarded-For counts for TRUST_PROXY hops only. */
export const ipContext = createContext<string>("0.0.0.0");
/** Whether the request was made on this machine, under one of its own names and through no proxy (server/own-machine.ts). */
export const ownMachineContext = createContext<boolean>(false);
/** The cause of a failure that is not our bug: the database is unavailable, or it refused a value of the request. */
export type ErrorState = { databaseUnavailable: boolean; invalidInput: boolean };
export const errorContext = createContext<ErrorState>({ databaseUnavailable: false, invalidInput: false });
/** Closes the connection of a request, for a response that nobody reads. */
export const hangUpContext = createContext<() => void>(() => {});
