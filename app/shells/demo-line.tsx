/**
 * DEMO-2: the line at the top of every page in a browser of the demo. It has its own styles, so that other
 * installations do not load them. Its forms load a new document, because the next page belongs to another person.
 */
import type { CSSProperties } from "react";
import { DEMO_DOOR_NAMES, DEMO_DOORS, type DemoDoor } from "../domain/demo-doors.ts";
import { useSignOutQuestion } from "../people/sign-in/sign-out-form.tsx";

const LINE: CSSProperties = {
  display: "flex",
  alignItems: "center",
  gap: "1rem",
  overflowX: "auto",
  whiteSpace: "nowrap",
  padding: "0 1rem",
  background: "#16130e",
  color: "#fff8e6",
  fontSize: "0.875rem",
};
const DOOR: CSSProperties = {
  minHeight: "2.75rem",
  padding: "0 0.25rem",
  color: "inherit",
  textDecoration: "underline",
  cursor: "pointer",
};

export function DemoLine({ door }: { door: DemoDoor }) {
  const { onSubmit, question } = useSignOutQuestion();
  const { name, who } = DEMO_DOORS[door];
  return (
    <>
      <aside aria-label="Demo" className="print:hidden" style={LINE}>
        <strong>{`You are ${name}, ${who}`}</strong>
        {DEMO_DOOR_NAMES.filter((other) => other !== door).map((other) => (
          <form key={other} method="post" action="/demo" noValidate onSubmit={onSubmit}>
            <input type="hidden" name="door" value={other} />
            <button type="submit" style={DOOR}>
              {`Be ${DEMO_DOORS[other].name}, ${DEMO_DOORS[other].who}`}
            </button>
          </form>
        ))}
      </aside>
      {question}
    </>
  );
}
