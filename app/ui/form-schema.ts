import { useEffect, useRef } from "react";
import { isSlowLine, whenIdle } from "./when-idle.ts";

/**
 * Gives a form its schema, which may load later. The form works before the schema is loaded, because the server always
 * validates.
 */
export function useSchema<Schema>(source: Schema | (() => Promise<Schema>)) {
  const ready = useRef<Schema | null>(typeof source === "function" ? null : source);
  const fetching = useRef(source);
  useEffect(() => {
    const fetchSchema = fetching.current;
    if (typeof fetchSchema !== "function") return;
    const load = async () => {
      ready.current = await (fetchSchema as () => Promise<Schema>)().catch(() => null);
    };
    if (!isSlowLine()) return whenIdle(() => void load());
    // On a slow connection the schema is loaded only when a field first gets the focus.
    const entered = () => void load();
    window.addEventListener("focusin", entered, { once: true });
    return () => window.removeEventListener("focusin", entered);
  }, []);
  return ready;
}
