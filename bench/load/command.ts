import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface CommandOptions {
  /** The command is killed after this long. */
  timeoutMs: number;
  /** Kills the command when the benchmark is interrupted. */
  signal: AbortSignal;
  /** Called for each line as it is printed. */
  onLine: (line: string, child: ChildProcess) => void;
}

/** Runs a program to its end and returns what it printed. */
export async function runCommand(file: string, args: string[], options: CommandOptions): Promise<string> {
  options.signal.throwIfAborted();
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    signal: options.signal,
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      options.onLine(line, child);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const output = lines.join('\n');
  if (code !== 0) throw new Error(`${file} failed:\n${output}`);
  return output;
}

/** The number that follows a label in a program's output. */
export function numberIn(output: string, pattern: RegExp): number {
  const number = Number(pattern.exec(output)?.[1]);
  if (Number.isNaN(number)) throw new Error(`No number for ${String(pattern)} in:\n${output}`);
  return number;
}
