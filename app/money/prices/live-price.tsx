/** PRICE-6: the price of what is typed, beside the button that books. The server tells it; without an answer nothing is shown. */
import { useEffect, useState, type RefObject } from "react";
import { askedBy, questionOf, type QuotedAlready } from "./asked.ts";
import type { QuoteText } from "./price-text.ts";

const WAIT_MS = 400;

/** The texts of a form by their names. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") texts[name] = value;
  return texts;
}

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  quotedFor: QuotedAlready | null;
  onQuotes: (quotedFor: QuotedAlready | null) => void;
  /** The service that is chosen before the form's script runs. */
  first: string;
};

export function LivePrice({ formRef, quotedFor, onQuotes, first }: Props) {
  const [service, setService] = useState(first);
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    let asked: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const texts = textsOf(form);
      if (texts["deliveryType"]) setService(texts["deliveryType"]);
      const parcel = askedBy(texts);
      const question = parcel && questionOf(parcel);
      if (question === asked) return;
      asked = question;
      if (question === null) return onQuotes(null);
      try {
        const response = await fetch(`/quote.json?${question}`, { signal: AbortSignal.timeout(8000) });
        const quotes = response.ok ? ((await response.json()) as QuoteText[]) : [];
        if (asked === question) onQuotes({ question, quotes });
      } catch {
        // Without a network the booking goes without a price; it is in the mail.
        if (asked === question) onQuotes(null);
      }
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
  }, [formRef, onQuotes]);
  const chosen = quotedFor?.quotes.find((one) => one.service === service);
  return (
    <div aria-live="polite">
      {chosen && (
        <p
          data-price-bar
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-2 border-ink bg-card px-4 py-2"
        >
          <span className="font-semibold">{chosen.name}</span>
          <strong className="font-display text-2xl">{chosen.price}</strong>
          <span>{chosen.arrives}</span>
        </p>
      )}
    </div>
  );
}
