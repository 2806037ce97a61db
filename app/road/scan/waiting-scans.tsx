/** SCAN-5: shows how many scans wait to be sent, and why. */
import { isUnsent } from "../../offline/send-queue.ts";
import { Button } from "../../ui/button.tsx";
import type { QueueView } from "./page-scans.ts";

export function WaitingScans({ view, onSend }: { view: QueueView; onSend: () => void }) {
  const { delay } = view;
  const count = view.scans.filter(isUnsent).length;
  if (count === 0 || delay === null) return null;
  const one = count === 1;
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center gap-3 border-l-8 border-danfo bg-card px-4 py-3"
    >
      <p className="grow">
        <strong>{one ? "1 scan not sent yet." : `${count} scans not sent yet.`}</strong>{" "}
        {delay === "offline"
          ? `Keep scanning. ${one ? "It will be sent" : "They will be sent, each only once,"} once you have network.`
          : `You are signed out. Sign in again in another tab; ${one ? "it stays" : "they stay"} here.`}
      </p>
      {delay === "sign in" ? (
        <a
          href="/admin/login?next=/admin/scan"
          target="_blank"
          rel="noopener"
          className="font-semibold underline"
        >
          Sign in
        </a>
      ) : (
        <Button type="button" size="sm" variant="secondary" onClick={onSend}>
          Send now
        </Button>
      )}
    </div>
  );
}
