/** Reads what a person types into a part of the company's page, so that the part's preview can show it. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { joinRows } from "../../ui/row-fields.ts";

/** The values that are typed into a part. `logo` is the chosen picture before the upload. */
type Typed = { part: string; texts: Record<string, string>; logo: string | null };

/** Returns the typed texts, and the listener that reads them. Before the person types, there are no texts. */
export function useTyped(part: string) {
  const [typed, setTyped] = useState<Typed>({ part, texts: {}, logo: null });
  const picture = useRef<string | null>(null);
  useEffect(() => () => void (picture.current && URL.revokeObjectURL(picture.current)), []);
  const onInput = (event: FormEvent<HTMLElement>) => {
    const form = (event.target as HTMLInputElement).form;
    if (!form) return;
    const sent: Record<string, string> = {};
    let logo = typed.part === part ? typed.logo : null;
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") sent[name] = value;
      else if (value.size > 0) {
        if (picture.current) URL.revokeObjectURL(picture.current);
        logo = picture.current = URL.createObjectURL(value);
      }
    }
    const before = typed.part === part ? typed.texts : {};
    setTyped({ part, texts: { ...before, ...joinRows(sent) }, logo });
  };
  return { ...(typed.part === part ? typed : { texts: {}, logo: null }), onInput };
}
