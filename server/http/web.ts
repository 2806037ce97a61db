/** Serves the built product. In development, serves the current sources. */
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Services } from "../../app/platform/services.server.ts";
import { accessLog } from "./access-log.ts";
import { createGate } from "./admission.ts";
import { limitBodies } from "./body-progress.ts";
import { metricsText } from "../observe/cluster-metrics.ts";
import type { Config } from "../config.ts";
import { createDrain } from "./drain.ts";
import { hstsOf } from "./headers.ts";
import { createHttpServer, listenerOf } from "./http-server.ts";
import { listen } from "./listen.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics } from "../observe/metrics.ts";
import { observeRequests } from "./request-record.ts";

type AppModule = typeof import("../app.ts");

/** Imports the built app. Its modules stay loaded, so a second call is immediate. */
export const loadApp = async (): Promise<AppModule> =>
  (await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule;

export async function serveWeb(
  config: Config,
  connectionString: string,
  secret: string,
  log: Log,
  dev: boolean,
) {
  // The dev server is imported only in development, because Vite is not installed at run time.
  const devServer = dev ? await (await import("../dev-server.ts")).startDevServer(config, log) : null;
  const first = devServer ? await devServer.load() : await loadApp();
  const running = await first.createServices(config, connectionString, secret, log);
  const metrics = createMetrics(running.measures, (error) => log.warn({ err: error }, "metrics not read"));
  const metricsSource = metricsSourceOf(config, metrics.registry, log);
  const tracing = config.tracesTo ? await first.startTracing(config.tracesTo) : null;
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
      securityContact: config.securityContact ?? undefined,
      onError: devServer ? (error) => devServer.fixStack(error as Error) : undefined,
    });
    return listenerOf(devServer ? devServer.allowReload(fetch) : fetch, hsts);
  };
  const listener = devServer ? devServer.listener(appListener) : appListener(first);
  const drain = createDrain(log);
  const onRequest: RequestListener = (request, response) => {
    drain.note(response);
    listener(request, response);
  };
  const onEnd = [accessLog(log, config.accessLog), metrics.observe, ...(tracing ? [tracing.observe] : [])];
  const server = createHttpServer(hsts, onRequest, {}, gate.refuses, (refused) => {
    for (const report of onEnd) report(refused);
  });
  limitBodies(server);
  observeRequests(server, {
    trustProxy: config.trustProxy,
    patternOf: first.patternOf,
    onEnd,
  });
  devServer?.attach(server);
  await listen(server, config.port, config.host);
  const stopStory = config.seed === "demo" ? tellStory(first, running.services, log) : async () => {};
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      await devServer?.close();
      await stopStory();
      await drain.end(server, () => running.endStreams());
      metrics.stop();
      stopBackups();
      await tracing?.stop();
      await running.stop();
    },
  };
}

/**
 * DEMO-4: makes the demo's data while the product serves, if the database has a request for it. Returns a
 * function that stops the work and undoes it if it is unfinished. The next start then makes the data.
 */
function tellStory(module: AppModule, services: Services, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const telling = module.tellStory(services, stopping.signal).then(
    (told) => told && log.info({}, "the demo's story is told"),
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, "the demo's story is not told; the next start tries again");
    },
  );
  return async () => {
    stopping.abort();
    await telling;
  };
}

function metricsSourceOf(config: Config, registry: Parameters<typeof metricsText>[0], log: Log) {
  const read = metricsText(registry);
  return {
    token: config.metricsToken,
    text: () =>
      read().catch((error: unknown) => {
        log.warn({ err: error }, "metrics not read");
        throw error;
      }),
  };
}

/** Starts the scheduled backups. The modules of the backup are loaded only if BACKUP_TO is set. */
async function scheduleBackups(config: Config, connectionString: string, services: Services) {
  const plan = config.backup;
  if (!plan) return () => {};
  const { startScheduledBackups } = await import("../backup/scheduled-backups.ts");
  const uploads = config.s3Url ? null : join(config.dataDir, "uploads");
  return startScheduledBackups({
    plan,
    source: { connectionString, uploads, secret: services.secret },
    services,
  });
}
