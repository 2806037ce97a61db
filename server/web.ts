/** Listens, with the built product or, for development, with one that is rebuilt on save. */
import type { RequestListener, ServerResponse } from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Services } from "../app/platform/services.server.ts";
import { accessLog } from "./access-log.ts";
import { createGate } from "./admission.ts";
import { limitBodies } from "./body-progress.ts";
import { metricsText } from "./cluster-metrics.ts";
import type { Config } from "./config.ts";
import { hstsOf } from "./headers.ts";
import { createHttpServer, listenerOf } from "./http-server.ts";
import { listen } from "./listen.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { observeRequests } from "./request-record.ts";

type AppModule = typeof import("./app.ts");

const GRACE_MS = 5_000;
/**
 * How long a connection that was kept alive may still bring a request: one that was on its way when the stop began, or
 * of a proxy that has not noticed the stop yet (docs/proxy: within a second).
 */
const LAST_REQUEST_MS = 1500;
/** How long at most the port stays open for connections that wait to be accepted. */
const LAST_ACCEPT_MS = 500;

export async function serveWeb(
  config: Config,
  connectionString: string,
  secret: string,
  log: Log,
  dev: boolean,
) {
  // Imported here only: Vite is no part of what runs.
  const devServer = dev ? await (await import("./dev-server.ts")).startDevServer(config, log) : null;
  const first = devServer
    ? await devServer.load()
    : ((await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule);
  const running = await first.createServices(config, connectionString, secret, log);
  const metrics = createMetrics(running.measures, (error) => log.warn({ err: error }, "metrics not read"));
  const readMetrics = metricsText(metrics.registry);
  const metricsSource = {
    token: config.metricsToken,
    text: () =>
      readMetrics().catch((error: unknown) => {
        log.warn({ err: error }, "metrics not read");
        throw error;
      }),
  };
  const tracing = config.tracesTo ? await (await import("./tracing.ts")).startTracing(config.tracesTo) : null;
  const stopBackups = await scheduleBackups(config, connectionString, running.services);
  const gate = createGate(config.trustProxy);
  const hsts = hstsOf(config.secure, config.hstsSubdomains);
  const appListener = (module: AppModule) => {
    const { fetch } = module.createApp({
      services: running.services,
      ready: running.ready,
      trustProxy: config.trustProxy,
      hstsSubdomains: config.hstsSubdomains,
      clientFiles: devServer ? undefined : resolve("build/client"),
      gate,
      metrics: metricsSource,
      onError: devServer ? (error) => devServer.fixStack(error as Error) : undefined,
    });
    return listenerOf(devServer ? devServer.allowReload(fetch) : fetch, hsts);
  };
  const listener = devServer ? devServer.listener(appListener) : appListener(first);
  let stopping = false;
  const inFlight = new Set<ServerResponse>();
  const onRequest: RequestListener = (request, response) => {
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    if (stopping) response.setHeader("Connection", "close");
    listener(request, response);
  };
  const server = createHttpServer(hsts, onRequest, {}, gate.refuses);
  limitBodies(server);
  observeRequests(server, {
    trustProxy: config.trustProxy,
    patternOf: first.patternOf,
    onEnd: [accessLog(log, config.accessLog), metrics.observe, ...(tracing ? [tracing.observe] : [])],
  });
  devServer?.attach(server);
  await listen(server, config.port, config.host);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopping = true;
      // The client is asked not to send its next request over this connection, which is about to close.
      for (const response of inFlight) if (!response.headersSent) response.setHeader("Connection", "close");
      await devServer?.close();
      await acceptedAll(server);
      // Not http's own close: that cuts kept-alive connections at once, and a request that is just arriving with them.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      // Open streams would keep the server for ever: they end first, then what is in flight gets its time.
      const streams = running.endStreams();
      const begun = performance.now();
      const idle = setInterval(() => {
        if (performance.now() - begun < LAST_REQUEST_MS) return;
        // After a look at all connections: one with a request that was not read yet is not idle.
        setImmediate(() => server.closeIdleConnections());
      }, 50);
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
      server.close();
      await streams;
      metrics.stop();
      stopBackups();
      await tracing?.stop();
      await running.stop();
    },
  };
}

/**
 * Resolves in a turn of the event loop in which no connection waited to be accepted: those that wait when the port is
 * closed are reset by the kernel, with the request that they carry. One is accepted in each turn.
 */
async function acceptedAll(server: NetServer): Promise<void> {
  const until = performance.now() + LAST_ACCEPT_MS;
  let turnsWithout = 0;
  const note = () => void (turnsWithout = -1);
  server.on("connection", note);
  // Two: the turn that has begun may have looked for connections before the last ones came.
  while (turnsWithout < 2 && performance.now() < until) {
    await new Promise((turn) => setImmediate(turn));
    turnsWithout++;
  }
  server.off("connection", note);
}

/** Loaded only where it is wanted. */
async function scheduleBackups(config: Config, connectionString: string, services: Services) {
  const plan = config.backup;
  if (!plan) return () => {};
  const { startScheduledBackups } = await import("./scheduled-backups.ts");
  const uploads = config.s3Url ? null : join(config.dataDir, "uploads");
  return startScheduledBackups({ plan, source: { connectionString, uploads }, services });
}
