import { Button } from "./button.tsx";

/** Draws a button that prints. Without JavaScript it is hidden, and people print with the browser's menu. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" size="sm" className="noscript:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
