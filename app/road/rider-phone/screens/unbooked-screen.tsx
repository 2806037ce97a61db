/** PHONE-13: records an unbooked parcel by sticker, sender and receiver. Dispatch books the parcel. */
import { useEffect, useState } from "react";
import { parseOptionalNaira } from "../../../domain/money.ts";
import { readSticker } from "../../../domain/piece-code.ts";
import { STATES, type StateName } from "../../../domain/states.ts";
import { ChoiceField, Tap, TextField } from "./controls.tsx";
import { CodeEntry } from "./code-camera.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { regularStopsOf } from "./regular-stops.tsx";
import { goHome } from "./screens.client.ts";
import { askPrices, type PriceSaid } from "../send/server-asks.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { kgOf } from "../state/words.ts";

const EMPTY = {
  sticker: "",
  senderName: "",
  senderPhone: "",
  receiverName: "",
  receiverPhone: "",
  place: "",
  from: "" as StateName | "",
  to: "" as StateName | "",
  kg: "",
  pieces: "1",
  taken: "",
  note: "",
};
type Fields = typeof EMPTY;

/** Makes the deed for an unbooked parcel; null while something that dispatch needs is missing. */
function unbooked(fields: Fields) {
  const { sticker, senderName, senderPhone, receiverName, receiverPhone, place, to } = fields;
  const taken = parseOptionalNaira(fields.taken);
  const texts = [senderName, senderPhone, receiverName, receiverPhone, place].map((text) => text.trim());
  if (!sticker || !to || !taken.ok || texts.includes("")) return null;
  const [fromName, fromPhone, toName, toPhone, where] = texts as [string, string, string, string, string];
  return {
    kind: "picked_up_unbooked" as const,
    sticker,
    sender: { name: fromName, phone: fromPhone },
    receiver: { name: toName, phone: toPhone, place: `${where}, ${to}` },
    kg: kgOf(fields.kg),
    pieces: Math.min(50, Math.max(1, Math.round(Number(fields.pieces)) || 1)),
    takenKobo: taken.kobo ?? 0,
    note: fields.note.trim(),
  };
}

/** `from`: the id of the regular pickup at which the sender gave the parcel. */
export function UnbookedScreen({ open, from }: { open: OpenDay; from?: string }) {
  const { day, state } = open;
  const sender = regularStopsOf(open).find(({ stop }) => stop.id === from);
  const run = sender?.run ?? day.runs.find(({ kind }) => kind === "pickup") ?? state.next?.run ?? day.runs[0];
  const here = sender?.stop.state ?? state.stops.find((stop) => stop.run.kind === "pickup")?.stop.state;
  const [fields, setFields] = useState<Fields>({
    ...EMPTY,
    senderName: sender?.stop.name ?? "",
    senderPhone: sender?.stop.phone ?? "",
    from: STATES.find((name) => name === here) ?? "",
  });
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }));
  const { save, problem, isBusy } = useRecord(open);
  const did = unbooked(fields);
  const field = { fields, set };
  return (
    <Screen
      title="Nobody booked it"
      bar={
        <SaveBar
          problem={problem}
          disabled={!did || isBusy}
          onSave={() => did && void save(did, run ? runOf(run) : null, goHome)}
        >
          Picked up
        </SaveBar>
      }
    >
      <Sticker sticker={fields.sticker} onChange={(sticker) => set({ sticker })} />
      <h2>Sender</h2>
      <Text {...field} name="senderName" label="Sender's name" />
      <Text {...field} name="senderPhone" label="Sender's phone" inputMode="tel" />
      <ChoiceField
        label="From state"
        value={fields.from}
        options={STATE_OPTIONS}
        onChoose={(from) => set({ from })}
      />
      <h2>Receiver</h2>
      <Text {...field} name="receiverName" label="Receiver's name" />
      <Text {...field} name="receiverPhone" label="Receiver's phone" inputMode="tel" />
      <Text {...field} name="place" label="Street and landmark" />
      <ChoiceField
        label="To state"
        value={fields.to}
        options={STATE_OPTIONS}
        onChoose={(to) => set({ to })}
      />
      <h2>Parcel</h2>
      <Text {...field} name="kg" label="Weight in kg" inputMode="decimal" />
      <Text {...field} name="pieces" label="Pieces" inputMode="numeric" />
      <Prices from={fields.from} to={fields.to} kg={fields.kg} />
      <Text
        {...field}
        name="taken"
        label="Cash taken, in naira (if the sender pays now)"
        inputMode="decimal"
      />
      <Text {...field} name="note" label="What is in it (if you like)" />
    </Screen>
  );
}

type TextProps = {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
  name: Exclude<keyof Fields, "from" | "to" | "sticker">;
  label: string;
  inputMode?: "tel" | "decimal" | "numeric";
};

const Text = ({ fields, set, name, ...input }: TextProps) => (
  <TextField {...input} maxLength={100} value={fields[name]} onText={(text) => set({ [name]: text })} />
);

const STATE_OPTIONS = [
  { value: "" as const, text: "Choose" },
  ...STATES.map((name) => ({ value: name, text: name })),
];

function Sticker({ sticker, onChange }: { sticker: string; onChange: (sticker: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  const add = (text: string) => {
    const read = readSticker(text);
    if (!read) return "That is no code of a sticker.";
    onChange(read);
    setOpen(false);
    return null;
  };
  if (!isOpen)
    return (
      <div className="undo">
        <p>
          Sticker <span className="code">{sticker}</span>
        </p>
        <Tap onClick={() => setOpen(true)}>Another</Tap>
      </div>
    );
  return (
    <section className="stack">
      <p>Put a sticker on the parcel and scan it.</p>
      <CodeEntry label="Or type its code" onText={add} />
    </section>
  );
}

/** Shows the delivery's price, so that the sender knows it before the rider leaves. Needs a network. */
function Prices({ from, to, kg }: { from: string; to: string; kg: string }) {
  const [said, setSaid] = useState<{ about: string; prices: PriceSaid[] | null } | null>(null);
  const about = from && to && kgOf(kg) !== null ? `${from}|${to}|${kgOf(kg)}` : "";
  useEffect(() => {
    if (!about) return;
    let isShown = true;
    const [a = "", b = "", weight = ""] = about.split("|");
    void askPrices(a, b, weight).then((prices) => isShown && setSaid({ about, prices }));
    return () => {
      isShown = false;
    };
  }, [about]);
  if (!about) return null;
  const prices = said?.about === about ? said.prices : undefined;
  return (
    <div role="status" className="note">
      {prices === undefined && "Asking for the price …"}
      {prices === null && "No network: the desk tells the sender the price."}
      {prices?.length === 0 && "The desk tells the sender the price."}
      {prices?.map(({ service, name, price }) => (
        <p key={service}>
          {name}: <b>{price}</b>
        </p>
      ))}
    </div>
  );
}
