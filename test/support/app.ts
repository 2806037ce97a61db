/** The built product at its HTTP seam, without a browser and without a port: what is asked here passes every middleware. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Services } from "../../app/services.server.ts";
import { setAdmin } from "../../app/admin-team/first-admin.server.ts";
import { beginSession } from "../../app/accounts/sessions.server.ts";
import { profiles } from "../../app/db/schema.ts";
import type { AdminRole } from "../../app/accounts/roles.ts";
import { openTestServices, type TestOptions, type TestServices } from "./services.ts";

type AppModule = typeof import("../../server/app.ts");

export type TestApp = TestServices & {
  services: Services;
  /** What a server is given to answer with (support/socket.ts). */
  fetch: ReturnType<AppModule["createApp"]>["fetch"];
  /** Asks as a browser would; forms are sent as `form`, cookies are kept by `visitor`. */
  visitor(): Visitor;
  /** A visitor who is signed in as a customer with a whole profile. */
  customer(email: string): Promise<Visitor>;
  /** A visitor who is signed in to the back office. */
  admin(role: AdminRole, email?: string): Promise<Visitor>;
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  location: string | null;
  toast: Record<string, unknown> | null;
};

type Ask = {
  form?: Record<string, string>;
  /** A whole FormData, for files. */
  body?: FormData;
  /** A body that no form makes. */
  raw?: string;
  method?: string;
  headers?: Record<string, string>;
};

export type Visitor = {
  cookies: Map<string, string>;
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** The hidden `_key` of the form on a page. */
  keyOf(path: string): Promise<string>;
};

export async function openTestApp(options: TestOptions & { trustProxy?: number } = {}): Promise<TestApp> {
  const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule;
  const opened = await openTestServices(options, build.createServices);
  const app = build.createApp({
    services: opened.services,
    trustProxy: options.trustProxy ?? 0,
    clientFiles: resolve("build/client"),
  });
  const origin = opened.services.origin;

  function visitor(): Visitor {
    const cookies = new Map<string, string>();
    const ask = async (
      path: string,
      { form, body, raw, method, headers = {} }: Ask = {},
    ): Promise<Answer> => {
      const sending = form !== undefined || body !== undefined;
      const response = await app.request(origin + path, {
        method: method ?? (sending ? "POST" : "GET"),
        headers: {
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(sending || (method && method !== "GET") ? { Origin: origin } : {}),
          ...(form ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
          ...headers,
        },
        body: form ? new URLSearchParams(form).toString() : (body ?? raw),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (/max-age=0/i.test(line)) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      const type = response.headers.get("Content-Type") ?? "";
      const text = type.startsWith("text/event-stream") ? "" : await response.text();
      if (type.startsWith("text/event-stream")) await response.body?.cancel();
      return {
        status: response.status,
        headers: response.headers,
        text,
        location: response.headers.get("Location"),
        toast: readToast(response.headers),
      };
    };
    return {
      cookies,
      ask,
      async keyOf(path) {
        const { text } = await ask(path);
        const key =
          /name="_key" value="([^"]+)"/.exec(text)?.[1] ?? /value="([^"]+)"[^>]*name="_key"/.exec(text)?.[1];
        if (!key) throw new Error(`no form key on ${path}`);
        return key;
      },
    };
  }

  return {
    ...opened,
    fetch: app.fetch,
    visitor,
    async customer(email) {
      const { services } = opened;
      const [person] = await services.db
        .insert(profiles)
        .values({
          email,
          firstName: "Test",
          lastName: "Customer",
          phone: "+2348031234567",
          emailVerifiedAt: services.now(),
        })
        .returning();
      const nobody = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };
      const someone = visitor();
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(
        await beginSession(services, services.db, nobody, person!.id, "customer"),
      )!;
      someone.cookies.set(name!, value!);
      return someone;
    },
    async admin(role, email = `${role}@ona.test`) {
      const password = "a-long-test-password";
      await setAdmin(opened.services.db, { email, name: `Test ${role}`, password, role }, opened.clock.now());
      const someone = visitor();
      const answer = await someone.ask("/admin/login", { form: { email, password } });
      if (answer.status !== 302) throw new Error(`sign-in answered ${answer.status}`);
      return someone;
    },
  };
}

/** What the toast cookie of an answer says. */
function readToast(headers: Headers): Record<string, unknown> | null {
  const line = headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("toast=") && !/max-age=0/i.test(cookie));
  const value = line && /^toast=([^;]+)/.exec(line)?.[1];
  if (!value) return null;
  const bytes = Buffer.from(decodeURIComponent(value), "base64").toString("latin1");
  return JSON.parse(Buffer.from(bytes, "latin1").toString("utf8")) as Record<string, unknown>;
}
