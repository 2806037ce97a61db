/** The button that every form has. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "./button.tsx";

test("a busy button is named by the words it shows", () => {
  const button = (busy: boolean) =>
    renderToStaticMarkup(
      <Button busy={busy} busyLabel="Saving..." aria-label="Confirm: order 7">
        Confirm
      </Button>,
    );
  expect(button(false)).toContain('aria-label="Confirm: order 7"');
  expect(button(true)).toContain("Saving...");
  expect(button(true)).not.toContain("aria-label");
});
