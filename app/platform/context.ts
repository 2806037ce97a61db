/** Typed keys of what middleware hands to loaders and actions. */
import { createContext } from "react-router";
import type { Services } from "./services.server.ts";

export const servicesContext = createContext<Services>();
/** Told who asks as soon as it is known: staff go first when there is a crowd. */
export const noteStaffContext = createContext<(isStaff: boolean) => void>(() => {});
/** The nonce of this response's Content-Security-Policy. */
export const nonceContext = createContext<string>("");
/** The address of the person's connection, believed through TRUST_PROXY hops only. */
export const ipContext = createContext<string>("0.0.0.0");
/** Whether the request was made on this machine itself, under a name of its own and through no proxy (server/own-machine.ts). */
export const ownMachineContext = createContext<boolean>(false);
/**
 * What went wrong below while the page was made, where it is no error of ours: the database is away for a moment, or it
 * refused a text of the request.
 */
export type ErrorState = { databaseUnavailable: boolean; invalidInput: boolean };
export const errorContext = createContext<ErrorState>({ databaseUnavailable: false, invalidInput: false });
/** Cuts the connection that a request came on, for an answer that nobody reads. */
export const hangUpContext = createContext<() => void>(() => {});
