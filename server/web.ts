/** Listens, with the built product or, for development, with one that is rebuilt on save. */
import type { RequestListener, Server } from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { limitBodies } from "./body-progress.ts";
import type { Config } from "./config.ts";
import { hstsOf } from "./headers.ts";
import { createHttpServer, listenerOf } from "./http-server.ts";
import { listen } from "./listen.ts";
import type { Log } from "./log.ts";

type AppModule = typeof import("./app.ts");

const GRACE_MS = 5_000;
/**
 * How long a connection that was kept alive may still bring a request: one that was on its way when the stop began, or
 * of a proxy that has not noticed the stop yet (docs/proxy: within a second).
 */
const LAST_REQUEST_MS = 1500;

export async function serveWeb(
  config: Config,
  connectionString: string,
  secret: string,
  log: Log,
  dev: boolean,
) {
  const vite = dev ? await startVite() : null;
  const load = async (): Promise<AppModule> =>
    vite
      ? ((await vite.ssrLoadModule("/server/app.ts")) as AppModule)
      : ((await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule);

  const first = await load();
  const running = await first.createServices(config, connectionString, secret, log);
  const hsts = hstsOf(config.secure, config.hstsSubdomains);
  const appListener = (module: AppModule) =>
    listenerOf(
      module.createApp({
        services: running.services,
        ready: running.ready,
        trustProxy: config.trustProxy,
        hstsSubdomains: config.hstsSubdomains,
        clientFiles: vite ? undefined : resolve("build/client"),
        onError: vite ? (error) => vite.ssrFixStacktrace(error as Error) : undefined,
      }).fetch,
      hsts,
    );

  const built = vite ? null : appListener(first);
  const listener: RequestListener =
    built ??
    ((request, response) =>
      vite!.middlewares(
        request,
        response,
        () => void load().then((module) => appListener(module)(request, response)),
      ));
  let stopping = false;
  const server = createHttpServer(hsts, (request, response) => {
    if (stopping) response.setHeader("Connection", "close");
    listener(request, response);
  });
  limitBodies(server);
  await listen(server, config.port, config.host);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopping = true;
      // Not http's own close: that cuts kept-alive connections at once, and a request that is just arriving with them.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      // Open streams would keep the server for ever: they end first, then what is in flight gets its time.
      const streams = running.endStreams();
      const begun = performance.now();
      const idle = setInterval(() => {
        if (performance.now() - begun > LAST_REQUEST_MS) server.closeIdleConnections();
      }, 50);
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      server.close();
      await streams;
      await running.stop();
      await vite?.close();
    },
  };
}

async function startVite() {
  const { createServer } = await import("vite");
  const before = new Set(process.listeners("SIGTERM"));
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  // Vite and its plugins end the process themselves; the database would stay behind. The stop is main.ts's.
  for (const listener of process.listeners("SIGTERM"))
    if (!before.has(listener)) process.off("SIGTERM", listener);
  return vite;
}
