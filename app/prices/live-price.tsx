/** PRICE-6: the price of what is typed, beside the button that books. The server tells it; without an answer nothing is shown. */
import { useEffect, useState, type RefObject } from "react";
import { recognisePlace } from "../domain/recognise-place.ts";
import type { QuoteText } from "./price-text.ts";

const WAIT_MS = 400;

/** The question for the server from the fields of the booking form; null while they do not say enough. */
function questionOf(form: HTMLFormElement): string | null {
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const from = text("senderState") || recognisePlace(text("senderAddress")).state;
  const to = text("receiverState") || recognisePlace(text("receiverAddress")).state;
  const weight = text("packageWeight");
  if (!from || !to || !weight) return null;
  return new URLSearchParams({
    from,
    to,
    weight,
    type: text("packageType"),
    value: text("declaredValue"),
  }).toString();
}

export function LivePrice({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) {
  const [quotes, setQuotes] = useState<QuoteText[]>([]);
  const [service, setService] = useState("standard");
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    let asked: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const question = questionOf(form);
      const chosen = new FormData(form).get("deliveryType");
      if (typeof chosen === "string") setService(chosen);
      if (question === asked) return;
      asked = question;
      if (question === null) return setQuotes([]);
      try {
        const response = await fetch(`/quote.json?${question}`, { signal: AbortSignal.timeout(8000) });
        const next = response.ok ? ((await response.json()) as QuoteText[]) : [];
        if (asked === question) setQuotes(next);
      } catch {
        // Without a network the booking goes without a price; it is in the mail.
        if (asked === question) setQuotes([]);
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
  }, [formRef]);
  const chosen = quotes.find((one) => one.service === service);
  return (
    <div aria-live="polite">
      {chosen && (
        <p
          data-price-bar
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-2 border-ink bg-card px-4 py-2"
        >
          <span className="font-semibold">{chosen.name}</span>
          <strong className="font-display text-2xl">{chosen.price}</strong>
          <span>{`Arrives by ${chosen.arrives}`}</span>
        </p>
      )}
    </div>
  );
}
