import { Button } from "./button.tsx";

/** Prints the page. Without JavaScript the button is hidden, and the browser's menu prints. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" size="sm" className="noscript:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
