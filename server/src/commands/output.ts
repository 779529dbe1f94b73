import { printedLine } from './printed-line.ts';
import { onErrors, painted } from './terminal.ts';

/** What a command prints: one JSON line for programs, or lines for a person. */
export interface Output {
  json?: boolean | undefined;
}

export function print(output: Output, value: object, lines: readonly string[]): void {
  process.stdout.write(
    output.json
      ? `${JSON.stringify(value)}\n`
      : lines.map((line) => `${painted(printedLine(line))}\n`).join(''),
  );
}

/** A message for the person although the command succeeded. It goes to standard error, so JSON stays one line. */
export function warn(message: string): void {
  process.stderr.write(`vezne: ${onErrors('yellow', 'WARNING:')} ${printedLine(message)}\n`);
}

/** Explains a delay. Only a person who watches needs it. */
export function progress(message: string): void {
  if (process.stderr.isTTY) process.stderr.write(`vezne: ${printedLine(message)}\n`);
}

/** Exit code 1: the command was understood but failed. A command whose help says so may have another one. */
export function fail(message: string, exitCode = 1): void {
  process.stderr.write(`${onErrors('red', 'vezne:')} ${printedLine(message)}\n`);
  process.exitCode = exitCode;
}
