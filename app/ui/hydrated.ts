import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True once the page's JavaScript runs. False on the server and in the first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
