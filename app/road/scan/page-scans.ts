/** SCAN-5: the scans of a page, over the send queue of this device. Pure; ports are passed in. */
import type { Later, Outcome } from "../../offline/queue-kind.ts";
import type { Signal } from "../../ui/signal.ts";
import { isUnsent, sendQueue, staying, type QueueStore } from "../../offline/send-queue.ts";
import { SCANS } from "./scan-kind.ts";
import { isRepeat, type Scan, type ScanMode } from "./scan.ts";

/** Why scans wait. */
export type Delay = "offline" | "sign in" | null;
export type QueueView = { scans: readonly Scan[]; delay: Delay; undoing: string | null };

export type QueuePorts = {
  /** The scans of this device; both may fail where storage is blocked. */
  store: QueueStore<Scan>;
  /** Sends a form of this owner, with this key; fails without a network. */
  post(form: Pick<Scan, "key" | "owner">, fields: Record<string, string>): Promise<Outcome<Scan>>;
  /** Sound and vibration. */
  signal(response: Signal): void;
  /** Runs while no other page of this browser sends. */
  inTurn(work: () => Promise<unknown>): Promise<unknown>;
  newKey(): string;
  owner(): string;
  now(): number;
};

export type PageScans = ReturnType<typeof createPageScans>;

const NO_NETWORK: Later = { state: "later", signIn: false };

export function createPageScans(ports: QueuePorts) {
  let view: QueueView = { scans: [], delay: null, undoing: null };
  let sending: Promise<unknown> | null = null;
  const listeners = new Set<() => void>();

  const show = (change: Partial<QueueView>) => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };

  /** What the page shows, and what is sent: it works also where the device stores nothing. */
  const shown: QueueStore<Scan> = {
    list: async () => [...view.scans],
    async put(scan) {
      show({ scans: staying(SCANS, [scan, ...view.scans.filter(({ key }) => key !== scan.key)]) });
      await ports.store.put(scan).catch(() => {});
    },
  };

  const post = async (scan: Scan): Promise<Outcome<Scan>> => {
    const { code, status, reason, note } = scan;
    const agedMs = String(Math.max(0, ports.now() - scan.at));
    const outcome = await ports.post(scan, { code, status, reason, note, agedMs }).catch(() => NO_NETWORK);
    const delay = outcome.state !== "later" ? null : outcome.signIn ? "sign in" : "offline";
    if (view.delay !== delay) show({ delay });
    if (outcome.state === "refused") ports.signal("no");
    if (outcome.state === "done") ports.signal(outcome.change?.same ? "same" : "yes");
    return outcome;
  };

  /** Sends what waits; a round that runs already takes new scans with it. */
  const send = (): Promise<unknown> => {
    sending ??= ports.inTurn(() => sendQueue(shown, post)).finally(() => (sending = null));
    return sending;
  };

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    send,
    /** Shows what this device stored, and sends what waits. */
    async load() {
      const stored = await ports.store.list().catch(() => []);
      const known = new Set(view.scans.map(({ key }) => key));
      show({ scans: staying(SCANS, [...view.scans, ...stored.filter(({ key }) => !known.has(key))]) });
      await send();
    },
    /** One code in this mode; null where the same was scanned a moment ago. */
    add(code: string, mode: ScanMode): Promise<unknown> | null {
      const at = ports.now();
      if (isRepeat(view.scans, code, mode, at)) return null;
      const who = { key: ports.newKey(), owner: ports.owner(), at };
      return shown
        .put({ ...mode, ...who, code, state: "waiting", text: "", known: false, same: false, back: null })
        .then(send);
    },
    /** Takes a scan back: on the server, or before it was sent. */
    async undo(scan: Scan) {
      if (scan.state === "waiting")
        return shown.put({ ...scan, state: "undone", text: "Removed. It was not sent." });
      const { back, owner } = scan;
      if (!back) return;
      show({ undoing: scan.key });
      const fields = { intent: "undo", id: back.id, version: String(back.version), status: back.status };
      const outcome = await ports.post({ key: ports.newKey(), owner }, fields).catch(() => NO_NETWORK);
      show({ undoing: null });
      ports.signal(outcome.state === "done" ? "yes" : "no");
      const text =
        (outcome.state !== "later" && outcome.change?.text) || "Not undone: no network. Try again.";
      return shown.put(
        outcome.state === "done" ? { ...scan, state: "undone", text, back: null } : { ...scan, text },
      );
    },
    isWaiting: () => view.scans.some(isUnsent),
  };
}
