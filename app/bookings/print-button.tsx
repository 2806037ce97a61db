import { Button } from "../ui/button.tsx";

/** Prints the page; without JavaScript the browser's menu does. */
export function PrintButton() {
  return (
    <Button size="sm" variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
      Print waybill
    </Button>
  );
}
