/**
 * Controls a page on a simulated slow phone by Chromium's debugging protocol, without a library. The only script that
 * is added to the page is one that marks times. The debugger is not told about the page's own scripts, because the
 * browser would then parse them again for stack traces.
 */
import { setTimeout as sleep } from "node:timers/promises";

type Params = Record<string, unknown>;
export type Devtools = {
  send<Out = Params>(method: string, params?: object, session?: string): Promise<Out>;
  on(method: string, hear: (params: Params) => void): void;
  close(): void;
};
type Message = {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
};

export async function connect(address: string): Promise<Devtools> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", fail);
  });
  const waiting = new Map<number, (answer: Message) => void>();
  const hearing = new Map<string, (params: Params) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id) waiting.get(message.id)?.(message);
    else hearing.get(message.method ?? "")?.(message.params ?? {});
  });
  let last = 0;
  return {
    send: <Out>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<Out>((done, fail) => {
        const id = ++last;
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) fail(new Error(`${method}: ${error.message}`));
          else done(result as Out);
        });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      }),
    on: (method, hear) => void hearing.set(method, hear),
    close: () => socket.close(),
  };
}

type TraceEvent = { name: string; ph: string; cat: string; ts: number; dur?: number; tdur?: number } & {
  pid: number;
  tid: number;
};

/** The time between two marks in milliseconds: `wall` in all, `cpu` the main thread's computing time. */
export type Took = { wall: number; cpu: number };

const isMark = ({ cat }: TraceEvent) => cat.includes("blink.user_timing");
const isTask = ({ ph, name }: TraceEvent) => ph === "X" && name.endsWith("RunTask");

/** Finds the time between two marks. If a task is only partly between the marks, its whole time counts. */
function between(events: TraceEvent[], from: string, to: string): Took {
  const end = events.findLast((event) => isMark(event) && event.name === to);
  const begun = events.findLast(
    (event) => isMark(event) && event.name === from && event.pid === end?.pid && event.ts < end.ts,
  );
  if (!end || !begun) throw new Error(`the trace has no ${end ? from : to}`);
  let cpu = 0;
  let until = 0;
  for (const { ts, dur = 0, tdur = 0 } of events
    .filter((event) => isTask(event) && event.pid === end.pid && event.tid === end.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    // The time of a nested task is already included in that of the outer one.
    if (ts < until || ts + dur < begun.ts || ts > end.ts) continue;
    until = ts + dur;
    cpu += tdur;
  }
  return { wall: (end.ts - begun.ts) / 1000, cpu: cpu / 1000 };
}

/**
 * Runs in the page before the page's own script. It sets the mark 'opened' when the frame with the first stop is drawn,
 * and 'next' when the frame with another stop is drawn.
 */
function mark(): void {
  let shown: string | null = null;
  new MutationObserver(() => {
    const place = document.querySelector(".place")?.textContent ?? null;
    if (place === null || place === shown) return;
    const name = shown === null ? "opened" : "next";
    shown = place;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => performance.mark(name));
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener("pointerup", () => performance.mark("tap"), true);
}

export type SlowPage = Awaited<ReturnType<typeof slowPage>>;

/** Opens an empty page that is `slower` times slower than this machine. */
export async function slowPage(devtools: Devtools, slower: number, size: { width: number; height: number }) {
  const { targetId } = await devtools.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await devtools.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const send = <Out = Params>(method: string, params: object = {}) =>
    devtools.send<Out>(method, params, sessionId);
  await send("Page.enable");
  await send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 2, mobile: true });
  await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${mark.toString()})()` });
  await send("Emulation.setCPUThrottlingRate", { rate: slower });

  async function ask<Out>(expression: string): Promise<Out> {
    const { result } = await send<{ result: { value: Out } }>("Runtime.evaluate", {
      expression,
      returnByValue: true,
    });
    return result.value;
  }
  /**
   * Waits until an expression is true in the page. The expression is checked rarely, so that the checks add little to
   * the measurement.
   */
  async function until(expression: string): Promise<void> {
    for (let tries = 0; !(await ask<boolean>(expression)); tries++) {
      if (tries > 60) throw new Error(`it never was: ${expression}`);
      await sleep(500);
    }
  }
  return {
    until,
    navigate: (url: string) => send("Page.navigate", { url }),
    /** Taps the middle of the last enabled button with this text. */
    async tap(words: string): Promise<void> {
      const at = await ask<{ x: number; y: number } | null>(`(() => {
        const buttons = [...document.querySelectorAll("button:enabled")];
        const found = buttons.findLast((one) => one.innerText.trim() === ${JSON.stringify(words)});
        if (!found) return null;
        found.scrollIntoView({ block: "center" });
        const { left, top, width, height } = found.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      })()`);
      if (!at) throw new Error(`no button '${words}'`);
      const point = { ...at, button: "left", clickCount: 1 };
      await send("Input.dispatchMouseEvent", { type: "mousePressed", ...point });
      await send("Input.dispatchMouseEvent", { type: "mouseReleased", ...point });
    },
    /** Runs `work`, which ends after both marks are set; returns the time between the marks. */
    async traced(from: string, to: string, work: () => Promise<void>): Promise<Took> {
      const events: TraceEvent[] = [];
      devtools.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as TraceEvent[])));
      const complete = new Promise<void>((done) => devtools.on("Tracing.tracingComplete", () => done()));
      await devtools.send("Tracing.start", {
        traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] },
        transferMode: "ReportEvents",
      });
      try {
        await work();
      } finally {
        await devtools.send("Tracing.end");
        await complete;
      }
      return between(events, from, to);
    },
    close: () => devtools.send("Target.closeTarget", { targetId }),
  };
}
