/**
 * The rider's phone of a request. A read throws if the route's guard (rider-guards.server.ts) did not set the
 * value.
 */
import { createContext } from "react-router";
import type { Device } from "./rider-device.server.ts";

/**
 * A phone that may send deeds: an enrolled phone, or a phone whose enrolment ended at most SEND_DAYS days
 * ago.
 */
export const senderContext = createContext<Device>();
export const deviceContext = createContext<Device & { gone: null }>();
export const shiftContext = createContext<Device & { gone: null; shift: NonNullable<Device["shift"]> }>();
