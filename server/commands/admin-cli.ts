/** The entry point of `npm run admin -- …` */
import { runCommand } from "./run-command.ts";

const code = await runCommand(process.argv.slice(2), process.env);
// A failed command may leave something open that keeps the process alive, so the process is ended here. By then all
// output is written, even to a pipe.
if (code === 0) process.exitCode = 0;
else process.exit(code);
