/** The events of a company's process as if each of its files had run in a process of its own. */
import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { failureType } from './file-record.ts';
import { MARK } from './company-mark.ts';

type Output = Extract<TestEvent, { type: 'test:stdout' | 'test:stderr' }>;

/** As far as it is read here. Node's types have a shape for each kind of event. */
interface Data {
  name?: string;
  nesting?: number;
  entryFile?: string;
  details?: { error?: unknown; duration_ms: number; type?: string };
}

interface Ended {
  error?: unknown;
  tookMs: number;
  tests: number;
}

export class CompanyEvents {
  readonly #files: readonly string[];
  readonly #ended = new Map<string, Ended>();
  #tests = 0;
  #tookMs = 0;
  readonly #writing = new Map<string, string>();
  /** Files that the process did not come to. They have to run in another. */
  left: string[] = [];
  /** Files whose fault it is that the process ended as it did. */
  blamed: string[] = [];

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  *translate(event: TestEvent): Generator<TestEvent> {
    const data = (event.data ?? {}) as Data;
    if (event.type === 'test:stdout' || event.type === 'test:stderr') yield* this.#output(event);
    else if (data.entryFile === undefined) {
      if (event.type === 'test:complete') yield* this.#end(data.details?.error);
    } else if (event.type === 'test:diagnostic' && data.nesting === 0) {
      for (const file of this.#files) yield changed(event, { entryFile: resolve(file) });
    } else if (isMark(data)) {
      if (event.type === 'test:complete') this.#endFile(data);
    } else if (this.#current !== undefined) {
      if (event.type === 'test:complete') this.#count(data);
      yield changed(event, { entryFile: resolve(this.#current) });
    }
  }

  /** Events come in the order of the files. */
  get #current(): string | undefined {
    return this.#files[this.#ended.size];
  }

  #count({ nesting, details }: Data): void {
    if (details?.type !== 'suite') this.#tests += 1;
    if (nesting === 0) this.#tookMs += details?.duration_ms ?? 0;
  }

  #endFile({ details }: Data): void {
    if (this.#current === undefined) return;
    this.#ended.set(this.#current, { error: details?.error, tookMs: this.#tookMs, tests: this.#tests });
    this.#tests = 0;
    this.#tookMs = 0;
  }

  /** What node counted besides the tests of the files: the marks between them. One that failed tells of a file that can't be loaded. */
  get countedTooMuch(): { tests: number; passed: number } {
    const marks = [...this.#ended.values()].filter(({ tests, error }) => tests > 0 && error === undefined);
    return { tests: marks.length, passed: marks.length };
  }

  *#output(event: Output): Generator<TestEvent> {
    const [before = '', ...marked] = event.data.message.split(MARK);
    yield* this.#written(event, before);
    for (let place = 0; place < marked.length; place += 2) {
      this.#writing.set(event.type, marked[place] ?? '');
      yield* this.#written(event, marked[place + 1] ?? '');
    }
  }

  *#written(event: Output, message: string): Generator<TestEvent> {
    const file = this.#writing.get(event.type) ?? this.#files[0] ?? '';
    if (message !== '') yield changed(event, { message, entryFile: resolve(file) });
  }

  /** The process has ended. It is seen only now whether its files are good: what one left behind may have ended it later. */
  *#end(error: unknown): Generator<TestEvent> {
    if (failureType(error) === 'testAborted') return;
    const isBad = error !== undefined && failureType(error) !== 'subtestsFailed';
    // Of a process that is killed the last events are lost, but what it wrote to its errors is not.
    const last = this.#writing.get('test:stderr');
    const stopped = last === undefined || this.#ended.has(last) ? undefined : last;
    const notRun = this.#files.filter((file) => file !== stopped && !this.#ended.has(file));
    for (const [file, ended] of this.#ended) {
      // Nobody knows whose fault it was, so each has to pass alone.
      const isBlamed = isBad && stopped === undefined;
      if (isBlamed) this.blamed.push(file);
      yield fileEnded(file, ended.tookMs, ended.error ?? (isBlamed ? error : undefined));
    }
    if (stopped !== undefined) {
      this.blamed.push(stopped);
      yield fileEnded(stopped, 0, isBad ? error : undefined);
    }
    // A process that came to no file would come to none again.
    if (stopped !== undefined || this.#ended.size > 0) this.left = notRun;
    else {
      this.blamed.push(...notRun);
      for (const file of notRun) yield fileEnded(file, 0, error);
    }
  }
}

function isMark({ name = '', nesting }: Data): boolean {
  return nesting === 0 && MARK.test(name);
}

function changed(event: TestEvent, changes: object): TestEvent {
  return { ...event, data: { ...event.data, ...changes } } as TestEvent;
}

function fileEnded(file: string, tookMs: number, error: unknown): TestEvent {
  const details = { duration_ms: tookMs, ...(error === undefined ? {} : { error }) };
  return {
    type: 'test:complete',
    data: { name: file, file: resolve(file), nesting: 0, details },
  } as TestEvent;
}
