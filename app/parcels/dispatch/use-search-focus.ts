/** Focuses the first result after Enter in the search field. */
import { useEffect, useRef } from "react";
import { focusRow } from "./use-dispatch-events.ts";

/** `visit` is the key of the page's location. A new key means that the results of the search have arrived. */
export function useSearchFocus(visit: string): void {
  const searched = useRef(false);
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      searched.current = event.target instanceof Element && event.target.matches("[role=search]");
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, []);
  useEffect(() => {
    if (searched.current) focusRow(null);
    searched.current = false;
  }, [visit]);
}
