/** SCAN-6: shows the answer to the last scan: a word legible from two metres, its colour, and a sentence. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Check, CircleHelp, Clock, Equal, MapPin, ScanLine, TriangleAlert, Undo2, X } from "lucide-react";
import { isUnsent } from "../../offline/send-queue.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { Delay } from "./page-scans.ts";
import { PlainUndo } from "./plain-response.tsx";
import type { ScanMode } from "./scan-modes.ts";
import {
  scanFieldsOf,
  readableScan,
  type Ask,
  type Scan,
  type ScanAnswer,
  type ScanResponse,
} from "./scan.ts";

type Shown = Pick<ScanAnswer, "code" | "word" | "text"> & { look: keyof typeof LOOKS };

const LOOKS = {
  yes: { Icon: Check, colours: "bg-go text-paper" },
  found: { Icon: MapPin, colours: "bg-sky text-paper" },
  same: { Icon: Equal, colours: "bg-danfo text-black" },
  warned: { Icon: TriangleAlert, colours: "bg-danfo text-black" },
  saved: { Icon: Clock, colours: "bg-danfo text-black" },
  wrong: { Icon: TriangleAlert, colours: "bg-stop text-on-stop" },
  no: { Icon: X, colours: "bg-stop text-on-stop" },
  ask: { Icon: CircleHelp, colours: "bg-danfo text-black" },
  none: { Icon: ScanLine, colours: "bg-card text-ink" },
  undone: { Icon: Undo2, colours: "bg-card text-ink" },
};

const SAVED: Partial<Record<ScanMode, string>> = {
  hand_over: "The label says what is to be paid. It is checked once you have network.",
};

function answerOf({ code, word, text, tone, ask, back }: ScanAnswer, mode: ScanMode): Shown {
  const said = { code, word, text };
  if (ask) return { ...said, look: "ask" };
  if (mode === "find" && tone === "yes") return { ...said, look: "found" };
  // The tone 'same' usually means that the scan changed nothing. If the scan can be undone, it did change something, so
  // the card draws the clerk's attention to it.
  return { ...said, look: tone === "same" && back ? "warned" : tone };
}

function shownOf(scan: Scan, delay: Delay): Shown {
  const { code, text, state, mode } = scan;
  if (isUnsent(scan))
    return delay === null
      ? { code, word: "Checking", text: "", look: "none" }
      : {
          code,
          word: "Saved, not checked",
          text: SAVED[mode] ?? "It is checked once you have network.",
          look: "saved",
        };
  return state === "undone" ? { code, word: "Undone", text, look: "undone" } : answerOf(scan, mode);
}

/** Returns the largest font size at which the longest word of the text fits the width of the card. */
function sizeOf(word: string): string {
  const longest = Math.max(...word.split(" ").map(({ length }) => length));
  if (longest <= 5) return "text-[min(8.5rem,20cqi)]";
  return longest <= 7 ? "text-[min(7rem,16cqi)]" : "text-[min(6rem,13.5cqi)]";
}

type Props = {
  /**
   * The current task in words. `missing`: the choice that the clerk must still make before scanning, such as the hub.
   */
  task: { mode: ScanMode; text: string; missing: string | null };
  /** The last scan, if it was made for this task. */
  scan: Scan | undefined;
  delay: Delay;
  plain: ScanResponse | null;
  formKey: string;
  onAnswer: (scan: Scan, person: string) => void;
};

/** Shows the answer. Screen readers read it out, because clerks look at the parcel, not at the screen. */
export function AnswerCard({ task, scan, delay, plain, formKey, onAnswer }: Props) {
  const usesPlain = !scan && plain !== null;
  const idle: Shown = { code: "", word: "Ready", text: task.missing ?? "Scan a label.", look: "none" };
  const { code, word, text, look } = scan
    ? shownOf(scan, delay)
    : usesPlain
      ? answerOf(plain, task.mode)
      : { ...idle, word: task.missing ? "Not ready" : idle.word };
  const { Icon, colours } = LOOKS[look];
  return (
    <div className="@container">
      <div className={`grid min-h-44 content-start gap-4 p-4 sm:min-h-64 sm:p-6 ${colours}`}>
        <p className="text-lg font-semibold">{task.text}</p>
        <div role="status" aria-live="polite">
          <p className={`font-display leading-none font-extrabold ${sizeOf(word)}`}>
            <Icon aria-hidden className="mr-[0.2em] inline size-[0.85em] align-[-0.1em]" strokeWidth={3} />
            {word}
          </p>
          {code && (
            <p className="mt-4 font-display text-2xl font-extrabold tracking-wide">{readableScan(code)}</p>
          )}
          {text && <p className="mt-1 text-xl leading-snug font-semibold">{text}</p>}
        </div>
        {usesPlain && plain.back && <PlainUndo back={plain.back} formKey={formKey} />}
        {usesPlain && plain.ask && (
          <AskForm ask={plain.ask} formKey={formKey} sent={{ ...plain.sent, code }} />
        )}
        {scan?.ask && scan.state === "done" && (
          <AskForm
            key={scan.key}
            ask={scan.ask}
            formKey={formKey}
            sent={scanFieldsOf(scan)}
            onPerson={(person) => onAnswer(scan, person)}
          />
        )}
      </div>
    </div>
  );
}

type AskProps = {
  ask: Ask;
  formKey: string;
  sent: Record<string, string>;
  onPerson?: (person: string) => void;
};

/** Asks who takes the piece: the person in the booking, or another person, whose name is typed. */
function AskForm({ ask, formKey, sent, onPerson }: AskProps) {
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { person: _, ...rest } = sent;
  const does = ask.collect ? `${ask.collect} taken, hand over` : "Hand over";
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const person = input.current?.value.trim() ?? "";
    if (person !== "" && !onPerson) return;
    event.preventDefault();
    setMissing(person === "");
    if (person !== "") onPerson?.(person);
  };
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
      <IdempotencyKeyField value={formKey} />
      {Object.entries({ ...rest, taken: ask.collect ?? "" }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-[min(14rem,100%)] grow">
        <Field
          ref={input}
          label={`Who takes it? It is for ${ask.name}`}
          name="person"
          autoComplete="off"
          maxLength={80}
          required
          {...(missing ? { error: "Write who takes the parcel." } : {})}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        className="sm:mt-7"
        aria-label={`${does}: the parcel for ${ask.name}`}
      >
        {does}
      </Button>
    </form>
  );
}
