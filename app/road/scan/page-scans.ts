/** SCAN-5: the scans of a page, in the send queue of this device. Pure: storage, network and sound are passed in. */
import type { Later, Outcome } from "../../offline/queue-kind.ts";
import type { Signal } from "../../ui/signal.ts";
import { isUnsent, sendQueue, entriesToKeep, type QueueStore } from "../../offline/send-queue.ts";
import { SCANS } from "./scan-kind.ts";
import {
  backFields,
  scanFieldsOf,
  isRepeat,
  NO_ANSWER,
  taskKey,
  type Scan,
  type ScanAnswer,
  type ScanTask,
} from "./scan.ts";

export type Delay = "offline" | "sign in" | null;
/**
 * For each task (`taskKey`), how often each answer was given since the page was opened. An answer is identified by its
 * word in large type.
 */
type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>;
export type QueueView = { scans: readonly Scan[]; delay: Delay; undoing: string | null; tally: Tally };

export type QueuePorts = {
  /** Stores the scans of this device. Rejects if the browser blocks its storage. */
  store: QueueStore<Scan>;
  /**
   * Sends a form in the name of the person who made the scan, with the scan's idempotency key. Rejects without a
   * network.
   */
  post(form: Pick<Scan, "key" | "owner">, fields: Record<string, string>): Promise<Outcome<Scan>>;
  /** Gives the sound and the vibration that belong to the server's answer. */
  signal(response: Signal): void;
  /** Runs `work` when no other page of this browser is sending. */
  inTurn(work: () => Promise<unknown>): Promise<unknown>;
  newKey(): string;
  owner(): string;
  now(): number;
};

export type PageScans = ReturnType<typeof createPageScans>;

const NO_NETWORK: Later = { state: "later", signIn: false };

export function createPageScans(ports: QueuePorts) {
  const page = createView(ports);
  const { view, shown, count } = page;
  let sending: Promise<unknown> | null = null;

  /** Sends the waiting scans. Scans that are added while this function runs are sent, too. */
  const send = (): Promise<unknown> => {
    sending ??= ports
      .inTurn(() => sendQueue(shown, (scan) => post(ports, page, scan)))
      .finally(() => (sending = null));
    return sending;
  };

  return {
    view,
    subscribe: page.subscribe,
    send,
    /** Shows the stored scans of this device, and sends the waiting ones. */
    async load() {
      const stored = await ports.store.list().catch(() => []);
      const known = new Set(view().scans.map(({ key }) => key));
      page.show({
        scans: entriesToKeep(SCANS, [...view().scans, ...stored.filter(({ key }) => !known.has(key))]),
      });
      await send();
    },
    /** Adds a scanned code to the queue, for this task. Returns null if the same code was scanned a moment ago. */
    add(code: string, task: ScanTask): Promise<unknown> | null {
      const at = ports.now();
      if (isRepeat(view().scans, code, task, at)) return null;
      const key = ports.newKey();
      const who = { key, owner: ports.owner(), at };
      return shown
        .put({ ...NO_ANSWER, ...task, ...who, code, scanned: code, state: "waiting" })
        .then(send)
        .then(() => {
          const saved = view().scans.some((scan) => scan.key === key && isUnsent(scan));
          // The scan is saved but not checked yet, so this plays the neutral sound instead of that of success.
          if (saved && task.mode !== "status") ports.signal("same");
        });
    },
    /** Lists a text that is not a code as refused, without asking the server. */
    refuse(
      text: string,
      task: ScanTask,
      answer: Pick<ScanAnswer, "word" | "text" | "tone">,
    ): Promise<unknown> {
      const who = { key: ports.newKey(), owner: ports.owner(), at: ports.now() };
      const scan: Scan = {
        ...NO_ANSWER,
        ...task,
        ...who,
        ...answer,
        code: text,
        scanned: text,
        state: "refused",
      };
      ports.signal(answer.tone);
      count(scan, answer.word, 1);
      return shown.put(scan);
    },
    /** Sends a scan again, with the person's name that the server asked for, and the amount that was taken. */
    answer(scan: Scan, person: string): Promise<unknown> {
      return shown.put(answered(scan, person)).then(send);
    },
    undo: (scan: Scan) => undo(ports, page, scan),
    isWaiting: () => view().scans.some(isUnsent),
  };
}

/** Returns the scan that is sent again, with the answer of the clerk. */
const answered = ({ ask, ...again }: Scan, person: string): Scan => ({
  ...again,
  ...NO_ANSWER,
  person,
  taken: ask?.collect ?? "",
  state: "waiting",
});

type View = ReturnType<typeof createView>;

function createView({ store }: Pick<QueuePorts, "store">) {
  let view: QueueView = { scans: [], delay: null, undoing: null, tally: {} };
  const listeners = new Set<() => void>();

  const show = (change: Partial<QueueView>) => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };

  /**
   * The scans that the page shows. They are sent from this list in memory, so that scanning works even if the browser
   * blocks its storage.
   */
  const shown: QueueStore<Scan> = {
    list: async () => [...view.scans],
    async put(scan) {
      show({ scans: entriesToKeep(SCANS, [scan, ...view.scans.filter(({ key }) => key !== scan.key)]) });
      await store.put(scan).catch(() => {});
    },
  };

  const count = (scan: Scan, word: string | undefined, by: 1 | -1) => {
    // A scan that waits for the clerk's answer is not counted yet.
    if (!word) return;
    const key = taskKey(scan);
    const own = view.tally[key] ?? {};
    show({ tally: { ...view.tally, [key]: { ...own, [word]: Math.max(0, (own[word] ?? 0) + by) } } });
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { view: () => view, show, shown, count, subscribe };
}

async function post(ports: QueuePorts, { view, show, count }: View, scan: Scan): Promise<Outcome<Scan>> {
  const agedMs = String(Math.max(0, ports.now() - scan.at));
  const fields = { ...scanFieldsOf({ ...scan, code: scan.scanned }), agedMs };
  const outcome = await ports.post(scan, fields).catch(() => NO_NETWORK);
  const delay = outcome.state !== "later" ? null : outcome.signIn ? "sign in" : "offline";
  if (view().delay !== delay) show({ delay });
  if (outcome.state === "later") return outcome;
  const { tone, word, ask } = outcome.change ?? {};
  ports.signal(tone ?? (outcome.state === "done" ? "yes" : "no"));
  if (!ask) count(scan, word, 1);
  return outcome;
}

/** Undoes a scan: on the server, or on this device if the scan was not sent yet. */
async function undo(ports: QueuePorts, { show, shown, count }: View, scan: Scan) {
  if (scan.state === "waiting")
    return shown.put({ ...scan, state: "undone", text: "Removed. It was not sent." });
  const { back, owner } = scan;
  if (!back) return;
  show({ undoing: scan.key });
  const outcome = await ports.post({ key: ports.newKey(), owner }, backFields(back)).catch(() => NO_NETWORK);
  show({ undoing: null });
  ports.signal(outcome.state === "done" ? "yes" : "no");
  const change = outcome.state === "later" ? {} : (outcome.change ?? {});
  const text = change.text || "Not undone: no network. Try again.";
  if (outcome.state !== "done") return shown.put({ ...scan, text });
  count(scan, scan.word, -1);
  const { count: run = scan.count, word = "" } = change;
  return shown.put({ ...scan, state: "undone", text, word, tone: "yes", count: run, back: null });
}
