/** `npm run admin -- …` */
import { runCommand } from "./run-command.ts";

const code = await runCommand(process.argv.slice(2), process.env);
// After a failure something may still hold the process; what was printed to a pipe by then is out.
if (code === 0) process.exitCode = 0;
else process.exit(code);
