/** Writes the log as JSON lines to standard output. Callers must log no email address, token or password. */
import { pino, type Logger } from "pino";
import { outageHook } from "./outage-log.ts";

export type Log = Logger;

/** The order of the first fields must not change, because fail2ban's filter depends on it (docs/fail2ban). */
export const LOG_OPTIONS = {
  base: { pid: process.pid },
  formatters: { level: (level: string) => ({ level }) },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
};

export function createLog(level: string): Log {
  return pino({ ...LOG_OPTIONS, hooks: outageHook(), level });
}

type Described = { name?: unknown; message?: unknown; stack?: unknown; code?: unknown; cause?: unknown };

/**
 * Returns what may be logged of an error. The details and parameters of a database error are left out, because they
 * quote the row.
 */
export function serializeError(thrown: unknown): Record<string, unknown> {
  if (typeof thrown !== "object" || thrown === null) return { type: typeof thrown, message: String(thrown) };
  // React Router wraps the original error in another error without a message.
  const inner = (thrown as { error?: unknown }).error;
  const error: Described = inner instanceof Error ? inner : thrown;
  const cause = (error.cause ?? {}) as Described;
  return {
    type: typeof error.name === "string" ? error.name : Object.prototype.toString.call(thrown),
    code: error.code ?? cause.code,
    message: typeof error.message === "string" ? error.message.split("\nparams:")[0] : undefined,
    stack:
      typeof error.stack === "string"
        ? error.stack
            .split("\n")
            .filter((line) => /^\s+at /.test(line))
            .slice(0, 12)
            .join("\n")
        : undefined,
  };
}
