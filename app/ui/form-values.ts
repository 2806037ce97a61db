import { useEffect, useState, type RefObject } from "react";

/** Returns the values of a form while a person types. Null until the page's script runs. */
export function useFormValues(formRef: RefObject<HTMLFormElement | null>): Record<string, string> | null {
  const [values, setValues] = useState<Record<string, string> | null>(null);
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const read = () => {
      const now: Record<string, string> = {};
      for (const [name, value] of new FormData(form)) if (typeof value === "string") now[name] = value;
      setValues(now);
    };
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formRef]);
  return values;
}

/** Returns the text of a field; empty if there is no field with this name. */
export function fieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
