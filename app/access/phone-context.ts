/** The rider's phone that sent the request. A read outside the matching guard throws (rider-guards.server.ts). */
import { createContext } from "react-router";
import type { Device } from "./rider-device.server.ts";

/** A phone that may send deeds: an enrolled phone, or one whose enrolment ended at most SEND_DAYS days ago. */
export const senderContext = createContext<Device>();
export const deviceContext = createContext<Device & { gone: null }>();
export const shiftContext = createContext<Device & { gone: null; shift: NonNullable<Device["shift"]> }>();
