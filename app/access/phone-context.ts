/** The rider's phone of a request, in typed context. A read throws if the route's guard (rider-guards.server.ts) did not set it. */
import { createContext } from "react-router";
import type { Device } from "./rider-device.server.ts";

/** A phone that may send deeds, set by `sendersOnly`: it is enrolled, or its enrolment ended within the last SEND_DAYS days. */
export const senderContext = createContext<Device>();
/** An enrolled phone, during a shift or between shifts, set by `devicesOnly`. */
export const deviceContext = createContext<Device & { gone: null }>();
/** An enrolled phone during a shift, set by `shiftsOnly`. */
export const shiftContext = createContext<Device & { gone: null; shift: NonNullable<Device["shift"]> }>();
