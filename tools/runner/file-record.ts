/** What the events of a run say about one test file, and whether it passed. */
import { inspect } from 'node:util';

export interface Failure {
  /** The names from the outermost test inwards; empty when the file itself failed. */
  path: string[];
  at?: string;
  why: string;
}

/** How the process of a file ended: the error of node's runner, if there is one. */
export interface FileEnd {
  error?: unknown;
  isOverdue: boolean;
  limitMs: number;
}

export class FileRecord {
  tests = 0;
  /** Started but not finished: what a `process.exit(0)` in the middle of a test leaves behind. */
  readonly unfinished = new Map<number, string>();
  readonly failures: Failure[] = [];
  readonly notes: string[] = [];
  output = '';
  /** Whether node counted the file itself as a passed test, as it does for a file without tests. */
  isCountedAsPass = false;
  /** Failures that are missing in node's own count. */
  uncounted = 0;
  readonly #open: string[] = [];

  enter(name: string, nesting: number): void {
    this.#open.length = nesting;
    this.#open.push(name);
  }

  /** A test failed. If a test inside it failed, that one is reported instead. */
  fail(name: string, nesting: number, error: unknown, at?: string): void {
    if (failureType(error) === 'subtestsFailed') return;
    this.failures.push({
      path: [...this.#open.slice(0, nesting), name],
      ...(at === undefined ? {} : { at }),
      why: inspect(causeOf(error), { depth: 6 }),
    });
  }

  /** The process of the file ended. A problem of the file beyond its tests becomes a failure. */
  end({ error, isOverdue, limitMs }: FileEnd): void {
    const isCounted = error !== undefined && failureType(error) !== 'subtestsFailed';
    const why = isOverdue
      ? `It did not end within ${limitMs / 1000} s and was killed. ${this.#whatStillRuns()}`
      : this.#whyBad(error, isCounted);
    if (why === undefined) return;
    this.failures.push({ path: [], why });
    if (!isCounted) this.uncounted += 1;
  }

  #whyBad(error: unknown, isCounted: boolean): string | undefined {
    if (isCounted) return `${howItEnded(error)} ${this.#whatStillRuns()}`;
    if (error !== undefined) return undefined;
    if (this.unfinished.size > 0) return `It ended with exit code 0 too early. ${this.#whatStillRuns()}`;
    if (this.tests > 0) return undefined;
    this.isCountedAsPass = true;
    return 'There is no test in it.';
  }

  #whatStillRuns(): string {
    const names = [...this.unfinished.values()].map((name) => `"${name}"`);
    return names.length > 0
      ? `These of its tests had not ended: ${names.join(', ')}.`
      : 'All tests that it told of had ended.';
  }
}

interface FailureOfNode {
  failureType?: string;
  cause?: unknown;
  exitCode?: number | null;
  signal?: string | null;
}

export function failureType(error: unknown): string | undefined {
  return (error as FailureOfNode | undefined)?.failureType;
}

/** Node wraps what a test threw. A test can throw anything, so only node's own wrapper is unwrapped. */
function causeOf(error: unknown): unknown {
  const { cause } = error as FailureOfNode;
  return cause ?? error;
}

function howItEnded(error: unknown): string {
  const { exitCode, signal } = error as FailureOfNode;
  if (typeof signal === 'string') return `It was ended by ${signal}.`;
  if (typeof exitCode === 'number') return `It ended with exit code ${exitCode}.`;
  return inspect(causeOf(error));
}
