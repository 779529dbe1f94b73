/** What a command prints: one JSON line for programs, or lines for a person. */
export interface Output {
  json?: boolean | undefined;
}

export function print(output: Output, value: object, lines: readonly string[]): void {
  process.stdout.write(
    output.json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}

/** The command was done, and the person must hear this as well. It goes beside the output, so that JSON stays one line. */
export function warn(message: string): void {
  process.stderr.write(`vezne: WARNING: ${message}\n`);
}

/** Why nothing happens for a while. Only a person who watches needs to know. */
export function progress(message: string): void {
  if (process.stderr.isTTY) process.stderr.write(`vezne: ${message}\n`);
}

/** Exit code 1: the command was understood and could not be done. */
export function fail(message: string): void {
  process.stderr.write(`vezne: ${message}\n`);
  process.exitCode = 1;
}
