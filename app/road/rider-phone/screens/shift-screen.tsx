/** DEVICE-3, DEVICE-4: asks for the shift PIN, at the start and after ten minutes in the background. */
import { useState } from "react";
import { choosing } from "../state/choose-pin.ts";
import { ProblemNote, useHeading } from "./frame.tsx";
import { UnsentDeeds } from "./no-day.tsx";
import type { Phone } from "../log/phone.client.ts";
import { PinKeys } from "./pin-keys.tsx";
import { givePin, type PinEnd } from "../send/shift.client.ts";

const SHIFT_DIGITS = 6;

function waitText(seconds: number): string {
  if (seconds < 60) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

function problemOf(end: PinEnd): string | null {
  if (end.is === "right") return null;
  if (end.is === "wrong") return `That is not your PIN. Try again ${waitText(end.waitSeconds)}.`;
  if (end.is === "wait") return `Too early. Try again ${waitText(end.waitSeconds)}.`;
  if (end.is === "later") return "No network. The shift begins with network; after that it works without.";
  if (end.why === "pin") return "Choose another PIN: six digits that nobody guesses.";
  if (end.why === "no_pin") return "You have no PIN yet. Open this page again and choose one.";
  return "This phone is not enrolled any more. Open this page again.";
}

export function ShiftScreen({ phone }: { phone: Phone }) {
  const heading = useHeading<HTMLHeadingElement>();
  const chooses = phone.none?.needsPin === true;
  const [first, setFirst] = useState<string | null>(null);
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const rider = phone.none?.rider ?? phone.day?.day.rider.name;
  const change = (value: string) => {
    setPin(value);
    if (value.length < SHIFT_DIGITS) return;
    if (chooses) {
      const step = choosing(first, value);
      setFirst(step.first);
      setProblem(step.problem);
      if (step.chosen === null) return setPin("");
    }
    setBusy(true);
    setProblem(null);
    givePin(value, chooses)
      .then((end) => setProblem(problemOf(end)))
      .catch(() => setProblem("This phone could not store it. Free some space, and try again."))
      .finally(() => {
        setPin("");
        setFirst(null);
        setBusy(false);
      });
  };
  const label = !chooses ? "Shift PIN" : first === null ? "Choose six digits" : "The same six digits again";
  return (
    <main className="page">
      <h1 ref={heading} tabIndex={-1}>
        {chooses ? "Choose your shift PIN" : phone.day ? "Your shift PIN, please" : "Begin your shift"}
      </h1>
      {rider && <p className="receiver">{rider}</p>}
      {chooses && <p>It begins each shift, and opens the run again after ten minutes. Tell nobody.</p>}
      <ProblemNote text={problem} />
      <div className="low">
        <PinKeys label={label} digits={SHIFT_DIGITS} value={pin} onChange={change} disabled={isBusy} secret />
      </div>
      <p role="status">{isBusy ? "One moment …" : ""}</p>
      <UnsentDeeds phone={phone} />
    </main>
  );
}
