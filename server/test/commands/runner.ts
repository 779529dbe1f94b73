/** Runs command lines that arrive as messages with their environment, one after another. Answers each with its output and exit code. */
import { program } from '../../src/commands/program.ts';
import type { Ran } from './vezne.ts';

/** Thrown where a command would end its process, because this process must continue. */
class Ended extends Error {
  readonly code: number;

  constructor(code: number) {
    super();
    this.code = code;
  }
}

process.exit = (code) => {
  throw new Ended(Number(code));
};

async function run(words: readonly string[]): Promise<Ran> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array): boolean => {
      texts[name] += String(text);
      return true;
    };
  }
  process.exitCode = 0;
  try {
    await (await program(words)).parseAsync(words, { from: 'user' });
    return { code: process.exitCode, ...texts };
  } catch (error) {
    if (error instanceof Ended) return { code: error.code, ...texts };
    return { code: 1, stdout: texts.stdout, stderr: `${texts.stderr}${String(error)}` };
  }
}

interface Command {
  words: string[];
  env: Record<string, string>;
}

async function answer({ words, env }: Command): Promise<void> {
  // Nothing is left of the environment of the command before.
  process.env = env;
  process.send?.(await run(words));
}

let last = Promise.resolve();
process.on('message', (command: Command) => {
  last = last.then(async () => await answer(command));
});
