/** Serves the current sources through Vite, for development. Pages reload through the product's own port. */
import { Server, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { createServer, type ErrorPayload } from "vite";
import type { Config } from "./config.ts";
import type { Log } from "./observe/log.ts";

type AppModule = typeof import("./app.ts");
type Fetch = ReturnType<AppModule["createApp"]>["fetch"];

export type DevServer = {
  load(): Promise<AppModule>;
  /** Allows the WebSocket for reloads in the Content-Security-Policy of pages. */
  allowReload(fetch: Fetch): Fetch;
  /** Serves Vite's files, and the app from the current sources. An error in the browser shows lines of the sources. */
  listener(listenerOf: (module: AppModule) => RequestListener): RequestListener;
  /** Passes WebSockets that arrive at the product's server to Vite. */
  attach(server: Server): void;
  fixStack(error: Error): void;
  close(): Promise<void>;
};

export async function startDevServer(config: Config, log: Log): Promise<DevServer> {
  // This server never listens. `attach` passes Vite's WebSockets to it, so Vite opens no port of its own.
  const upgrades = new Server();
  const before = new Set(process.listeners("SIGTERM"));
  const vite = await createServer({
    appType: "custom",
    server: {
      middlewareMode: true,
      hmr: { server: upgrades },
      allowedHosts: [new URL(config.origin).hostname],
      watch: { ignored: [`${config.dataDir}/**`] },
    },
  });
  // On SIGTERM, Vite and its plugins would end the process and leave the database running.
  for (const listener of process.listeners("SIGTERM"))
    if (!before.has(listener)) process.off("SIGTERM", listener);
  // An error in the sources must not end the process.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));

  const load = async () => (await vite.ssrLoadModule("/server/app.ts")) as AppModule;
  let broken = false;
  // An error page has no module that Vite could replace, so the next change reloads the page.
  vite.watcher.on("change", () => broken && vite.ws.send({ type: "full-reload" }));

  return {
    load,
    allowReload:
      (fetch) =>
      async (request, ...rest) => {
        const response = await fetch(request, ...rest);
        const policy = response.headers.get("Content-Security-Policy");
        // In some browsers 'self' does not include WebSockets.
        if (policy)
          response.headers.set(
            "Content-Security-Policy",
            policy.replace("connect-src 'self'", "connect-src 'self' ws:"),
          );
        return response;
      },
    listener(listenerOf) {
      let last: { module: AppModule; listener: RequestListener } | null = null;
      const serve = async (request: IncomingMessage, response: ServerResponse) => {
        try {
          const module = await load();
          broken = false;
          if (last?.module !== module) last = { module, listener: listenerOf(module) };
          last.listener(request, response);
        } catch (error) {
          broken = true;
          vite.ssrFixStacktrace(error as Error);
          log.error({ err: error }, "the sources do not load");
          response.writeHead(500, {
            "Content-Type": "text/html; charset=utf-8",
            "Cache-Control": "no-store",
          });
          response.end(errorPage(error as Error));
        }
      };
      return (request, response) => vite.middlewares(request, response, () => void serve(request, response));
    },
    attach: (server) =>
      server.on("upgrade", (request, socket, head) => {
        if (/^vite-(hmr|ping)$/.test(request.headers["sec-websocket-protocol"] ?? ""))
          upgrades.emit("upgrade", request, socket, head);
        else socket.destroy();
      }),
    fixStack: (error) => vite.ssrFixStacktrace(error),
    close: () => vite.close(),
  };
}

function errorPage(error: Error & Partial<ErrorPayload["err"]>): string {
  const { id, loc, plugin, frame = "", message, stack = "" } = error;
  const shown = {
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(stack),
    frame: stripVTControlCharacters(frame),
    id,
    loc,
    plugin,
  };
  return `<!doctype html><title>Error</title><script type="module">
import { ErrorOverlay } from "/@vite/client";
document.body.append(new ErrorOverlay(${JSON.stringify(shown).replaceAll("<", "\\u003c")}));
</script><body>`;
}
