import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestApi } from '../server/test/harness/api.ts';

const SAMPLES = fileURLToPath(new URL('samples/', import.meta.url));

/** How long a sample may take. Interpreters start in a fraction of a second, even while other tests run. */
export const TIMEOUT_MS = 30_000;

export const run = promisify(execFile);

export interface Language {
  folder: string;
  /** The program that runs a file of this language, with its arguments. */
  program: readonly string[];
  fileOf: (call: string) => string;
  /** The file that the samples share; it runs with each of them. */
  shared?: string;
  /** curl shows one page of the list; the others follow the cursor. */
  listsAll: boolean;
}

export const LANGUAGES: readonly Language[] = [
  { folder: 'curl', program: ['bash'], fileOf: (call) => `${call}.sh`, listsAll: false },
  {
    folder: 'typescript',
    program: [process.execPath],
    fileOf: (call) => `${call}.ts`,
    shared: 'client.ts',
    listsAll: true,
  },
  { folder: 'php', program: ['php'], fileOf: (call) => `${call}.php`, shared: 'vezne.php', listsAll: true },
  {
    folder: 'python',
    // Without -B it would leave compiled files in the folder.
    program: ['python3', '-B'],
    fileOf: (call) => `${call.replaceAll('-', '_')}.py`,
    shared: 'vezne.py',
    listsAll: true,
  },
];

export const CALLS = [
  'get-limits',
  'create-deposit',
  'create-withdrawal',
  'get-transaction',
  'list-transactions',
  'cancel-transaction',
  'list-events',
  'get-balance',
] as const;

type Call = (typeof CALLS)[number];

type Target = Pick<TestApi, 'url' | 'partner'>;

/** Runs a sample as a reader would, with the four variables in its environment, and returns what it prints. */
export function sampleRunner(target: Target, language: Language) {
  const runProgram = programRunner(target, language);
  return async (call: Call, ...args: string[]): Promise<string> =>
    await runProgram(language.fileOf(call), ...args);
}

/** Runs the language's program with these arguments, in the folder of the samples. */
export function programRunner({ url, partner }: Target, { folder, program }: Language) {
  const [command = '', ...options] = program;
  return async (...args: string[]): Promise<string> => {
    const { stdout } = await run(command, [...options, ...args], {
      cwd: `${SAMPLES}${folder}`,
      timeout: TIMEOUT_MS,
      env: {
        PATH: process.env['PATH'],
        VEZNE_URL: url,
        VEZNE_API_KEY: partner.apiKey,
        VEZNE_API_SECRET: partner.apiSecret,
        VEZNE_HASH_SECRET: partner.hashSecret,
      },
    }).catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error });
    });
    return stdout;
  };
}
