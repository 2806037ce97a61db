/** PRICE-6: gets the prices of the booking form's values by service from the server. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { usePlaces } from "../../places/use-places.ts";
import { askedBy, quoteQueryOf, type QuotedAlready } from "./asked.ts";
import type { QuoteText } from "./price-text.ts";

const WAIT_MS = 400;

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}

/**
 * Requests the prices when the form's values change. Returns null until both states and a weight are known. `first`:
 * the prices that the page from the server contained.
 */
export function useQuotes(
  formRef: RefObject<HTMLFormElement | null>,
  first: QuotedAlready | null,
): QuotedAlready | null {
  const [quotedFor, setQuotedFor] = useState(first);
  const asked = useRef(first?.question ?? null);
  const places = usePlaces();
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const texts = textsOf(form);
      const parcel = askedBy(texts);
      const question = parcel && quoteQueryOf(parcel);
      // The request also names both towns. They decide the hub and so the promised days, but not the price.
      const townOf = (end: string) =>
        places?.placeOf(texts[`${end}Address`] ?? "", texts[`${end}State`] ?? "")?.town;
      const towns = new URLSearchParams({
        fromTown: townOf("sender") ?? "",
        toTown: townOf("receiver") ?? "",
      });
      const whole = question === null ? null : `${question}&${towns.toString()}`;
      if (whole === asked.current) return;
      asked.current = whole;
      if (question === null || whole === null) return setQuotedFor(null);
      setQuotedFor((known) => (known?.question === question ? known : null));
      let quotes: QuoteText[] = [];
      try {
        const response = await fetch(`/quote.json?${whole}`, { signal: AbortSignal.timeout(8000) });
        if (response.ok) quotes = (await response.json()) as QuoteText[];
      } catch {
        // Without a network no price is shown. The booking can still be sent, and the mail then has the price.
      }
      if (asked.current === whole) setQuotedFor({ question, quotes });
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
  }, [formRef, places]);
  return quotedFor;
}
