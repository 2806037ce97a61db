/** JSON lines on standard output. What is logged is named by the caller: no e-mail address, token or password goes in. */
import { pino, type Logger } from "pino";

export type Log = Logger;

export function createLog(level: string): Log {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      // A database error's detail and parameters quote the row: they stay out.
      err: (error: Error & { code?: string; cause?: Error & { code?: string } }) => ({
        type: error.name,
        code: error.code ?? error.cause?.code,
        message: error.message.split("\nparams:")[0],
        stack: error.stack
          ?.split("\n")
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 12)
          .join("\n"),
      }),
    },
  });
}
