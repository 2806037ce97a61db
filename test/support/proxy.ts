/** nginx and HAProxy as Debian brings them, run as the tests' own. */
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./product.ts";

/** `plain` and `tls` are the proxy's, `one` and `two` those of the processes behind it. */
export type Ports = { plain: number; tls: number; one: number; two: number };

export type ProxyName = keyof typeof PROXIES;

export const PROXIES = {
  nginx: {
    program: "/usr/sbin/nginx",
    file: "docs/proxy/nginx.conf",
    command: (conf: string, folder: string) => [
      "-p",
      folder,
      "-c",
      conf,
      "-g",
      "daemon off; error_log stderr;",
    ],
    // Debian's own folders for bodies that wait belong to root.
    more: (text: string, folder: string) =>
      text.replace(
        "http {",
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].reduce(
          (lines, what) => `${lines}\n  ${what}_temp_path ${folder}/${what};`,
          "http {",
        ),
      ),
  },
  haproxy: {
    program: "/usr/sbin/haproxy",
    file: "docs/proxy/haproxy.cfg",
    command: (conf: string) => ["-db", "-f", conf],
    more: (text: string) => text,
  },
};

/** Whether the proxy is on this machine, and what makes its certificate. */
export const installed = (program: string) =>
  [program, "/usr/bin/openssl"].every((path) => fs.existsSync(path));

/** Writes a proxy's file of docs/proxy, but for names, ports and certificates; returns its path. */
export function writeProxyConfig(name: ProxyName, ports: Ports, folder: string): string {
  const proxy = PROXIES[name];
  const [key, chain, both] = ["key.pem", "fullchain.pem", "haproxy.pem"].map((file) => join(folder, file));
  const subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes"];
  const files = ["-keyout", key!, "-out", chain!];
  execFileSync("/usr/bin/openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, ...files], {
    stdio: "ignore",
  });
  fs.writeFileSync(both!, fs.readFileSync(chain!, "utf8") + fs.readFileSync(key!, "utf8"));
  const conf = join(folder, "proxy.conf");
  const text = fs
    .readFileSync(proxy.file, "utf8")
    .replaceAll("https://ona.example", `https://localhost:${ports.tls}`)
    .replaceAll("ona.example", "localhost")
    .replace("/run/nginx.pid", join(folder, "pid"))
    .replaceAll("/etc/ssl/ona", folder)
    .replace(/(listen|bind) (:?)80\b/, `$1 $2${ports.plain}`)
    .replace(/(listen|bind) (:?)443\b/, `$1 $2${ports.tls}`)
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${ports.one}`)
    .replaceAll("127.0.0.1:3002", `127.0.0.1:${ports.two}`);
  fs.writeFileSync(conf, proxy.more(text, folder));
  return conf;
}

/** Starts a proxy with that file and waits until the product answers through it. Resolves with how to end it. */
export async function startProxy(
  name: ProxyName,
  ports: Ports,
  folder: string,
): Promise<() => Promise<void>> {
  const proxy = PROXIES[name];
  const origin = `https://localhost:${ports.tls}`;
  const conf = writeProxyConfig(name, ports, folder);
  const child = spawn(proxy.program, proxy.command(conf, folder), { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data));
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  const end = async () => {
    process.off("exit", kill);
    const gone = new Promise((done) => child.once("exit", done));
    if (child.exitCode === null && child.kill("SIGTERM")) await gone;
  };
  for (let tries = 0; (await ask(origin, "/readyz").catch(() => null))?.status !== 200; tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`${name} did not start: ${said}`);
    await sleep(50);
  }
  return end;
}
