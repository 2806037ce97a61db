import { Button } from "../ui/button.tsx";

/** Prints the page; a browser's own menu does the same without JavaScript. */
export function PrintButton() {
  return (
    <Button size="sm" variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
      Print waybill
    </Button>
  );
}
