/**
 * BOOK-20: on a phone the booking form is asked in three steps where a price list counts. All fields stay in the form: a step
 * only hides the groups of the others, by the form's `data-step` and theme.css. Without JavaScript it is one page.
 */
import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { REVEAL } from "../../ui/form.tsx";

const LAST = 2;
/** Below the width of theme.css. */
const PHONE = "(width < 40rem)";
const never = () => () => undefined;
const groupOf = (of: EventTarget | Element | null) =>
  of instanceof Element ? of.closest<HTMLElement>("[data-group]") : null;
const numberOf = (group: HTMLElement | null) => Number(group?.dataset["group"] ?? 0);

/** Must come before `useForm`, whose first effect focuses a field with an error: its step is opened for it. */
export function useSteps(formRef: RefObject<HTMLFormElement | null>, on: boolean) {
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [step, setStep] = useState(0);
  const show = useCallback(
    (to: number) => {
      if (formRef.current) formRef.current.dataset["step"] = String(to);
      setStep(to);
    },
    [formRef],
  );
  useEffect(() => {
    const form = formRef.current;
    if (!form || !on) return;
    // Somebody may type already: their step is the one that stays.
    form.dataset["step"] = String(numberOf(groupOf(document.activeElement)));
    setStep(Number(form.dataset["step"]));
    const reveal = (event: Event) => show(numberOf(groupOf(event.target)));
    const follow = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='#']") : null;
      const group = link && groupOf(document.getElementById(link.hash.slice(1)));
      if (group) show(numberOf(group));
    };
    form.addEventListener(REVEAL, reveal);
    form.addEventListener("click", follow);
    return () => {
      delete form.dataset["step"];
      form.removeEventListener(REVEAL, reveal);
      form.removeEventListener("click", follow);
    };
  }, [formRef, on, show]);

  /** Opens another step, and says its name to who cannot see it. */
  const go = (to: number) => {
    show(to);
    const group = formRef.current?.querySelector<HTMLElement>(`[data-group="${to}"]`);
    const legend = group?.querySelector("legend");
    if (legend) legend.tabIndex = -1;
    legend?.focus({ preventScroll: true });
    group?.scrollIntoView({ block: "start" });
  };
  return {
    step,
    shown: on && ready,
    back: () => go(step - 1),
    /** The next step, where `isRight` finds nothing wrong with this one. */
    next(isRight: (part: HTMLElement) => boolean) {
      const part = formRef.current?.querySelector<HTMLElement>(`[data-group="${step}"]`);
      if (part && isRight(part)) go(step + 1);
    },
    /** Whether Enter in a field means the next step and not to send the form. */
    isMidway: () => on && step < LAST && matchMedia(PHONE).matches,
  };
}

type Props = { steps: ReturnType<typeof useSteps>; isRight: (part: HTMLElement) => boolean };

export function StepBar({ steps, isRight }: Props) {
  const { step, shown, back, next } = steps;
  if (!shown) return null;
  return (
    <div
      data-price-bar
      className="flex flex-wrap items-center justify-between gap-3 -mt-0.5 border-2 border-ink bg-paper px-3 py-2 sm:hidden"
    >
      <span>
        {step > 0 && (
          <Button type="button" variant="secondary" size="sm" onClick={back}>
            Back
          </Button>
        )}
      </span>
      <span className="font-semibold">{`Step ${step + 1} of ${LAST + 1}`}</span>
      <span>
        {step < LAST && (
          <Button type="button" size="sm" onClick={() => next(isRight)}>
            Next
          </Button>
        )}
      </span>
    </div>
  );
}
