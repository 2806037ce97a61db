/** SCAN-5: the scans of a page and the queue that sends them, one after another, each once. Pure; ports are passed in. */
import { isRepeat, isWaiting, keepNewest, type Scan, type ScanMode, type Outcome } from "./scan.ts";

/** Why scans wait. */
export type Delay = "offline" | "sign in" | null;
export type QueueView = { scans: readonly Scan[]; delay: Delay; undoing: string | null };

export type QueuePorts = {
  /** The scans kept on this device; each of the three may fail where storage is blocked. */
  load(): Promise<Scan[]>;
  keep(scan: Scan): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
  /** Sends a form of this owner; fails without a network. */
  post(fields: Record<string, string>, owner: string): Promise<Outcome>;
  /** Sound and vibration. */
  signal(ok: boolean): void;
  /** Runs while no other page of this browser sends. */
  inTurn(work: () => Promise<void>): Promise<void>;
  newKey(): string;
  owner(): string;
  now(): number;
};

export type ScanQueue = ReturnType<typeof createScanQueue>;

export function createScanQueue(ports: QueuePorts) {
  let view: QueueView = { scans: [], delay: null, undoing: null };
  let sending: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const show = (change: Partial<QueueView>) => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };

  /** Shows the scan in place of its earlier state, and keeps it on the device where that is possible. */
  const put = async (scan: Scan) => {
    const all = [scan, ...view.scans.filter(({ key }) => key !== scan.key)];
    const scans = keepNewest(all);
    show({ scans });
    const gone = all.filter((one) => !scans.includes(one)).map(({ key }) => key);
    await Promise.all([ports.keep(scan), gone.length > 0 ? ports.drop(gone) : null]).catch(() => {});
  };

  const later: Outcome = { kind: "later", signIn: false };

  /** False where it has to wait. */
  const sendOne = async (scan: Scan): Promise<boolean> => {
    const tried: Scan = { ...scan, state: "tried" };
    if (scan.state === "waiting") await put(tried);
    const { code, status, reason, note } = scan;
    const agedMs = String(Math.max(0, ports.now() - scan.at));
    const fields = { code, status, reason, note, agedMs, idempotencyKey: scan.key };
    const outcome = await ports.post(fields, scan.owner).catch(() => later);
    if (outcome.kind === "later") {
      show({ delay: outcome.signIn ? "sign in" : "offline" });
      return false;
    }
    const { response } = outcome;
    if (view.delay !== null) show({ delay: null });
    ports.signal(response.ok);
    await put({
      ...tried,
      code: response.ok ? response.code : code,
      state: response.ok ? "done" : "refused",
      text: response.text,
      known: response.known,
      back: response.back,
    });
    return true;
  };

  const sendAll = async () => {
    for (;;) {
      const next = view.scans.findLast(isWaiting);
      if (!next || !(await sendOne(next))) return;
    }
  };

  /** Sends what waits; a round that runs already takes new scans with it. */
  const send = (): Promise<void> => {
    sending ??= ports.inTurn(sendAll).finally(() => (sending = null));
    return sending;
  };

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    send,
    /** Shows what this device kept, and sends what waits. */
    async load() {
      const kept = await ports.load().catch(() => []);
      const known = new Set(view.scans.map(({ key }) => key));
      show({ scans: keepNewest([...view.scans, ...kept.filter(({ key }) => !known.has(key))]) });
      await send();
    },
    /** One code in this mode; null where the same was scanned a moment ago. */
    add(code: string, mode: ScanMode): Promise<void> | null {
      const at = ports.now();
      if (isRepeat(view.scans, code, mode, at)) return null;
      const scan: Scan = {
        ...mode,
        key: ports.newKey(),
        owner: ports.owner(),
        code,
        at,
        state: "waiting",
        text: "",
        known: false,
        back: null,
      };
      return put(scan).then(send);
    },
    /** Takes a scan back: on the server, or before it was sent. */
    async undo(scan: Scan) {
      if (scan.state === "waiting")
        return put({ ...scan, state: "undone", text: "Removed. It was not sent." });
      const { back } = scan;
      if (!back) return;
      show({ undoing: scan.key });
      const fields = { intent: "undo", id: back.id, version: String(back.version), status: back.status };
      const outcome = await ports
        .post({ ...fields, idempotencyKey: ports.newKey() }, scan.owner)
        .catch(() => later);
      show({ undoing: null });
      const response = outcome.kind === "answered" ? outcome.response : null;
      ports.signal(response?.ok ?? false);
      if (response?.ok) return put({ ...scan, state: "undone", text: response.text, back: null });
      return put({ ...scan, text: response?.text ?? "Not undone: no network. Try again." });
    },
  };
}
