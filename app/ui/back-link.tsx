/**
 * The link from a page back to its list. If a keyboard shortcut opened the page, the link goes back in the browser's
 * history, and so does the key Escape.
 */
import { useNavigate } from "react-router";
import { stepsToList } from "./list-return.ts";
import { TextLink } from "./text-link.tsx";

export function BackLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate();
  return (
    <TextLink
      to={to}
      data-back
      onClick={(event) => {
        const steps = stepsToList();
        if (steps === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(steps);
      }}
    >
      {children}
    </TextLink>
  );
}
