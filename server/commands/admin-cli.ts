/** The entry point of `npm run admin -- …` */
import { runCommand } from "./run-command.ts";

const code = await runCommand(process.argv.slice(2), process.env);
// A failed command may have left something open that would keep this process alive, so the process is ended here.
// Output to a pipe is complete by then.
if (code === 0) process.exitCode = 0;
else process.exit(code);
