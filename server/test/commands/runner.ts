/** Runs command lines that arrive as messages, one after the other, and answers with what each printed and ended with. */
import { program } from '../../src/commands/program.ts';
import type { Ran } from './vezne.ts';

/** Where a command would end its process, the process goes on here. */
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
    await program().parseAsync(words, { from: 'user' });
    return { code: process.exitCode, ...texts };
  } catch (error) {
    if (error instanceof Ended) return { code: error.code, ...texts };
    return { code: 1, stdout: texts.stdout, stderr: `${texts.stderr}${String(error)}` };
  }
}

let last = Promise.resolve();
process.on('message', (words: string[]) => {
  last = last.then(async () => void process.send?.(await run(words)));
});
