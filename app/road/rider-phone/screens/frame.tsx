/** The shared parts of the rider page's screens. */
import { useEffect, useRef, type ReactNode } from "react";
import { Tap } from "./controls.tsx";
import { goBack } from "./screens.client.ts";

/** Focuses the heading of a new screen, so that screen readers read it out. */
export function useHeading<Element extends HTMLElement>() {
  const heading = useRef<Element>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}

/** Shows a screen with a button to go back. The buttons in `bar` are at the bottom, within reach of the thumb. */
export function Screen({ title, bar, children }: { title: string; bar?: ReactNode; children: ReactNode }) {
  const heading = useHeading<HTMLHeadingElement>();
  return (
    <>
      <header className="top">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Tap onClick={goBack}>Back</Tap>
      </header>
      <main className="page">{children}</main>
      {bar && <footer className="bar">{bar}</footer>}
    </>
  );
}

export function ProblemNote({ text }: { text: string | null }) {
  return text ? (
    <p role="alert" className="note bad">
      {text}
    </p>
  ) : null;
}

type SaveProps = {
  problem: string | null;
  look?: string;
  disabled: boolean;
  onSave: () => void;
  children: ReactNode;
};

/** Shows the button that records a deed, below the problem if the deed could not be stored. */
export const SaveBar = ({ problem, look = "go", disabled, onSave, children }: SaveProps) => (
  <>
    <ProblemNote text={problem} />
    <Tap look={`${look} wide`} disabled={disabled} onClick={onSave}>
      {children}
    </Tap>
  </>
);

export function PhoneLink({ number, children }: { number: string; children: ReactNode }) {
  return (
    <a className="button wide" href={`tel:${number}`}>
      {children}
    </a>
  );
}
