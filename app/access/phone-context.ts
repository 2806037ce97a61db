/** The rider's phone of a request. Each read throws outside its guard (rider-guards.server.ts). */
import { createContext } from "react-router";
import type { Device } from "./rider-device.server.ts";

/** A phone that may send deeds: enrolled, or with an enrolment that ended at most SEND_DAYS days ago. */
export const senderContext = createContext<Device>();
export const deviceContext = createContext<Device & { gone: null }>();
export const shiftContext = createContext<Device & { gone: null; shift: NonNullable<Device["shift"]> }>();
