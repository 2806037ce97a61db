import { useEffect, useRef } from "react";

/** The schema, once it is loaded. A failed fetch is ignored: the server validates in any case. */
export function useSchema<Schema>(source: Schema | (() => Promise<Schema>)) {
  const ready = useRef<Schema | null>(typeof source === "function" ? null : source);
  const fetching = useRef(source);
  useEffect(() => {
    const fetchSchema = fetching.current;
    if (typeof fetchSchema !== "function") return;
    const load = async () => {
      ready.current = await (fetchSchema as () => Promise<Schema>)().catch(() => null);
    };
    const timer = setTimeout(() => void load(), 300);
    return () => clearTimeout(timer);
  }, []);
  return ready;
}
