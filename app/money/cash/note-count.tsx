/**
 * CASH-4: fields for counting cash by notes. The browser adds up while the person types. Without JavaScript the
 * server adds up.
 */
import { useState, type FormEvent } from "react";
import { NOTES, notesKobo, shortKoboOf, type NoteCount } from "../../domain/cash.ts";
import { formatNaira, parseOptionalNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { Field } from "../../ui/field.tsx";
import { noteField } from "./cash-forms.ts";

type Props = {
  expectedKobo: number;
  /** The cash for unconfirmed parcels, in kobo. */
  toldKobo: number;
  fieldOf: (name: string) => { name: string; defaultValue: string | undefined; error: string | undefined };
};

const numberOf = (value: FormDataEntryValue | null): number => {
  const n = Number(typeof value === "string" ? value : 0);
  return Number.isInteger(n) && n > 0 ? n : 0;
};

function readCount(form: HTMLFormElement): NoteCount {
  const data = new FormData(form);
  const typed = data.get("coins");
  const coins = parseOptionalNaira(typeof typed === "string" ? typed : "");
  return {
    ...Object.fromEntries(NOTES.map((naira) => [naira, numberOf(data.get(noteField(naira)))])),
    coins: coins.ok ? coins.kobo : 0,
  };
}

export function NoteFields({ expectedKobo, toldKobo, fieldOf }: Props) {
  const [counted, setCounted] = useState<number | null>(null);
  const add = ({ currentTarget }: FormEvent<HTMLDivElement>) => {
    const form = currentTarget.closest("form");
    if (form) setCounted(notesKobo(readCount(form)));
  };
  return (
    <div onInput={add} className="grid gap-3">
      <div className="grid grid-cols-3 gap-x-3 gap-y-2 sm:grid-cols-5">
        {NOTES.map((naira) => (
          <Field
            key={naira}
            label={formatNaira(naira * 100)}
            type="number"
            min={0}
            step={1}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            {...fieldOf(noteField(naira))}
          />
        ))}
        <Field
          label="Coins (₦)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          {...fieldOf("coins")}
        />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 border-y border-line py-2" aria-live="polite">
        {counted === null ? (
          <span className="text-muted">Enter how many of each note you counted.</span>
        ) : (
          <>
            <span>
              Counted{" "}
              <strong className="font-display text-2xl">
                <Amount>{formatNaira(counted)}</Amount>
              </strong>
            </span>
            <Difference kobo={-shortKoboOf(counted, expectedKobo, toldKobo)} />
          </>
        )}
      </p>
    </div>
  );
}

function Difference({ kobo }: { kobo: number }) {
  if (kobo === 0) return <span className="font-semibold text-go">All of it is there</span>;
  return (
    <span className={kobo < 0 ? "font-semibold text-stop" : "font-semibold"}>
      <Amount>{formatNaira(Math.abs(kobo))}</Amount> {kobo < 0 ? "less" : "more"} than the account says
    </span>
  );
}
