/** SENDER-2: the saved receivers that match the typed name or phone. */
import { useEffect, useRef, useState, type RefObject } from "react";
import { isControl } from "../../ui/draft.ts";
import type { FoundReceiver } from "./address-book.server.ts";

const WAIT_MS = 200;
const TYPED = /^receiver(Name|Phone)$/;

export default function FoundReceivers({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) {
  const { found, choose } = useFound(formRef);
  return (
    <>
      <p role="status" className="sr-only">
        {found.length > 0 &&
          `${found.length} saved ${found.length === 1 ? "receiver" : "receivers"} found below`}
      </p>
      {found.length > 0 && (
        <ul aria-label="Saved receivers" className="border-2 border-ink bg-field">
          {found.map((one) => (
            <li key={one.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => choose(one)}
                className="block min-h-11 w-full px-3 py-2 text-left wrap-anywhere hover:bg-danfo hover:text-black"
              >
                <span className="font-semibold">{one.name}</span>, {one.phone}
                <span className="block text-sm">{one.address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useFound(formRef: RefObject<HTMLFormElement | null>) {
  const [found, setFound] = useState<FoundReceiver[]>([]);
  const filling = useRef(false);
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    let timer = 0;
    let asked = new AbortController();
    const look = ({ target }: Event) => {
      if (!target) return;
      if (filling.current || !isControl(target) || !TYPED.test(target.name)) return;
      window.clearTimeout(timer);
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const typed = target.value.trim();
      if (typed.length < 2) return setFound([]);
      timer = window.setTimeout(() => {
        fetch(`/book/receivers.json?${new URLSearchParams({ q: typed })}`, { signal })
          .then(async (response) => {
            if (response.ok && !signal.aborted) setFound((await response.json()) as FoundReceiver[]);
          })
          .catch(() => {
            // If the network fails, no receivers are shown, and the sender types all fields.
          });
      }, WAIT_MS);
    };
    form.addEventListener("input", look);
    return () => {
      form.removeEventListener("input", look);
      window.clearTimeout(timer);
      asked.abort();
    };
  }, [formRef]);
  const choose = ({ name, phone, address, state }: FoundReceiver) => {
    filling.current = true;
    const fields = {
      receiverName: name,
      receiverPhone: phone,
      receiverAddress: address,
      receiverState: state,
    };
    for (const [field, value] of Object.entries(fields)) setField(formRef.current, field, value);
    filling.current = false;
    setFound([]);
    const next = formRef.current?.elements.namedItem("receiverAddress");
    if (next instanceof HTMLElement) next.focus();
  };
  return { found, choose };
}

/** Sets a field as if the person had typed the value, so that the draft, the state and the price update. */
function setField(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof Element) || !isControl(field)) return;
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
