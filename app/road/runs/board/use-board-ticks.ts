import { useEffect, useRef, useState } from "react";
import { NOTHING_TICKED, watchTicks, type TickedSum } from "./board-ticks.ts";

export function useBoardTicks() {
  const form = useRef<HTMLFormElement>(null);
  const [sum, setSum] = useState<TickedSum>(NOTHING_TICKED);
  useEffect(() => {
    if (!form.current) return;
    return watchTicks(form.current, (next) =>
      setSum((now) =>
        now.pieces === next.pieces && now.kg === next.kg && now.kobo === next.kobo ? now : next,
      ),
    );
  }, []);
  return { form, sum };
}
