/** Asks for a password at a terminal without showing it. Without a terminal, reads the first line of standard input. */
export async function askPassword(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    let text = "";
    for await (const chunk of stdin.setEncoding("utf8")) text += chunk as string;
    return text.split(/\r?\n/)[0] ?? "";
  }
  stderr.write(question);
  stdin.setRawMode(true).setEncoding("utf8").resume();
  try {
    return await new Promise<string>((done) => {
      let rawValues = "";
      stdin.on("data", (chunk: string) => {
        for (const key of chunk) {
          if (key === "\u0003") {
            stdin.setRawMode(false);
            stderr.write("\n");
            process.exit(130);
          }
          if (key === "\r" || key === "\n" || key === "\u0004") return done(rawValues);
          if (key === "\u007f" || key === "\b") rawValues = rawValues.replace(/.$/su, "");
          else if (key >= " ") rawValues += key;
        }
      });
    });
  } finally {
    stdin.removeAllListeners("data").setRawMode(false).pause();
    stderr.write("\n");
  }
}
