/** BOOK-7: an address and its state. The form selects the address's state. If the state is uncertain, it asks. */
import { useEffect, useRef, useState } from "react";
import type { PlaceReading } from "../domain/recognise-place.ts";
import { stateLabel, STATES, type StateName } from "../domain/states.ts";
import { CheckboxField, SelectField, TextAreaField } from "../ui/field.tsx";
import { stateQuestion, statesAgainst, statesAsked, statesText } from "../domain/state-words.ts";
import { usePlaces } from "./use-places.ts";

type FieldProps = {
  id?: string;
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
  label: string;
  optional?: boolean;
};
type Props = {
  address: FieldProps & { hint?: string; autoComplete?: string; maxLength?: number };
  state: FieldProps;
  /** The error of the checkbox that confirms a state which contradicts the address. */
  sureError: string | undefined;
  /** True if the address and the state are in one column. */
  narrow?: boolean;
};
type Seen = { reading: PlaceReading; chosen: string };

export function AddressFields({ address, state, sureError, narrow }: Props) {
  const { select, seen, choose } = useSeen(address.name);
  const asked = seen?.reading.kind === "asks" ? seen.reading.states : [];
  return (
    <div className={narrow ? "grid content-start gap-3" : "grid gap-x-4 gap-y-3 sm:grid-cols-[2fr_1fr]"}>
      <div className="min-w-0">
        <TextAreaField rows={2} {...address} />
        {/* Below a filled-in address, space is reserved for the recognised state. Otherwise a button might move while
            it is pressed. */}
        <p
          role="status"
          className={`mt-2 min-h-6 font-semibold ${address.defaultValue ? "" : "empty:mt-0 empty:min-h-0"}`}
        >
          {seen && readingText(seen)}
        </p>
        {asked.length > 0 && (
          <div role="group" aria-label={stateQuestion(asked)} className="mt-1 flex flex-wrap gap-2">
            {asked.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={seen?.chosen === name}
                onClick={() => choose(name)}
                className="min-h-11 border-2 border-ink bg-field px-4 font-semibold aria-pressed:bg-danfo aria-pressed:text-black"
              >
                {stateLabel(name)}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="min-w-0">
        <SelectField ref={select} options={optionsFor(state.error)} {...state} />
        <Sure seen={seen} error={sureError} state={state} />
      </div>
    </div>
  );
}

/**
 * Draws the checkbox that confirms a state which contradicts the address. Without JavaScript the server asks for the
 * confirmation.
 */
function Sure({ seen, error, state }: { seen: Seen | null; error: string | undefined; state: FieldProps }) {
  const against = seen ? statesAgainst(seen.reading, seen.chosen) : [];
  if (seen ? against.length === 0 : !error) return null;
  const chosen = seen?.chosen ?? state.defaultValue ?? "";
  return (
    <CheckboxField
      key={chosen}
      id={state.id && `${state.id}Sure`}
      name={`${state.name}Sure`}
      value={chosen}
      label={`It is in ${stateLabel(chosen)}`}
      error={error}
      {...(against.length > 0 && !error && { hint: `The address says ${statesText(against)}.` })}
    />
  );
}

/** Returns the options of the states. The states that the error asks about come first. */
function optionsFor(error: string | undefined) {
  const first = statesAsked(error);
  return [
    { value: "", label: "Choose a state" },
    ...[...first, ...STATES.filter((name) => !first.includes(name))].map((name) => ({
      value: name as string,
      label: stateLabel(name),
    })),
  ];
}

function readingText({ reading }: Seen): string | null {
  if (reading.kind === "unknown") return null;
  if (reading.kind === "asks") return stateQuestion(reading.states);
  const { town, state } = reading;
  return `We read: ${town && town !== state ? `${town}, ` : ""}${stateLabel(state)}`;
}

/**
 * Returns the recognised place of the typed address, and the chosen state. The recognised state is chosen until the
 * person chooses another one. Null until the recogniser is loaded.
 */
function useSeen(addressName: string) {
  const select = useRef<HTMLSelectElement>(null);
  const places = usePlaces();
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    const state = select.current;
    const address = state?.form?.elements.namedItem(addressName);
    if (!places || !state?.form || !(address instanceof HTMLTextAreaElement)) return;
    const { form } = state;
    let text: string | null = null;
    let followed = "";
    const look = () => {
      const reading = places.recognisePlace(address.value);
      const read = reading.kind === "read" ? reading.state : "";
      const follows = text !== address.value && (state.value === "" || state.value === followed);
      if (text !== address.value) followed = read;
      text = address.value;
      if (follows && state.value !== read) {
        state.value = read;
        // This event calls `look` again. Then `look` finds the recognised state already chosen.
        return state.dispatchEvent(new Event("input", { bubbles: true }));
      }
      setSeen((now) =>
        now?.chosen === state.value && sameReading(now.reading, reading)
          ? now
          : { reading, chosen: state.value },
      );
    };
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    look();
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
    };
  }, [places, addressName]);
  const choose = (name: StateName) => {
    if (!select.current) return;
    select.current.value = name;
    for (const type of ["input", "change"]) select.current.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return { select, seen, choose };
}

const sameReading = (one: PlaceReading, other: PlaceReading) => JSON.stringify(one) === JSON.stringify(other);
