/** The state of the rider's page, for React components. */
import { useSyncExternalStore } from "react";
import { getPhone, onPhone, type Phone } from "../log/phone.client.ts";

export const usePhone = (): Phone => useSyncExternalStore(onPhone, getPhone);
