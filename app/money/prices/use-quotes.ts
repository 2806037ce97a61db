/** PRICE-6: the prices of the booking form's current values by service, from the server. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { askedBy, questionOf, type QuotedAlready } from "./asked.ts";
import type { QuoteText } from "./price-text.ts";

const WAIT_MS = 400;

/** The texts of a form by their names. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}

/**
 * The prices for the form's current values; null until both states and a weight are known. `on`: there is an active
 * price list. `first`: the prices that the page had before the script ran.
 */
export function useQuotes(
  formRef: RefObject<HTMLFormElement | null>,
  on: boolean,
  first: QuotedAlready | null,
): QuotedAlready | null {
  const [quotedFor, setQuotedFor] = useState(first);
  const asked = useRef(first?.question ?? null);
  useEffect(() => {
    const form = formRef.current;
    if (!form || !on) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const parcel = askedBy(textsOf(form));
      const question = parcel && questionOf(parcel);
      if (question === asked.current) return;
      asked.current = question;
      setQuotedFor(null);
      if (question === null) return;
      let quotes: QuoteText[] = [];
      try {
        const response = await fetch(`/quote.json?${question}`, { signal: AbortSignal.timeout(8000) });
        if (response.ok) quotes = (await response.json()) as QuoteText[];
      } catch {
        // Without a network no price is shown. The booking can still be sent, and the mail then contains the price.
      }
      if (asked.current === question) setQuotedFor({ question, quotes });
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), WAIT_MS);
    };
    form.addEventListener("input", soon);
    form.addEventListener("change", soon);
    soon();
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", soon);
      form.removeEventListener("change", soon);
    };
  }, [formRef, on]);
  return quotedFor;
}
