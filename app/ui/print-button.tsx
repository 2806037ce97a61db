import { Button } from "./button.tsx";

/** Prints the page. Without JavaScript the browser's menu does, and the button is hidden. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" size="sm" className="noscript:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
