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
  #begun: string | undefined;
  #tests = 0;
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
    } else if (data.nesting === 0) this.#note(event.type, data);
    else if (this.#begun !== undefined) {
      if (event.type === 'test:complete' && data.details?.type !== 'suite') this.#tests += 1;
      yield changed(event, { nesting: (data.nesting ?? 1) - 1, entryFile: resolve(this.#begun) });
    }
  }

  /** What node counted besides the tests of the files: the tests around them. */
  get countedTooMuch(): { tests: number; passed: number; failed: number } {
    const around = [...this.#ended.values()].filter(({ tests }) => tests > 0);
    const passed = around.filter(({ error }) => error === undefined).length;
    const failed = around.filter(({ error }) => failureType(error) === 'subtestsFailed').length;
    return { tests: passed + failed, passed, failed };
  }

  /** A file itself begins or ends. */
  #note(type: string, { name = '', details }: Data): void {
    if (type === 'test:dequeue') {
      this.#begun = name;
      this.#tests = 0;
    } else if (type === 'test:complete') {
      this.#ended.set(name, {
        error: details?.error,
        tookMs: details?.duration_ms ?? 0,
        tests: this.#tests,
      });
      this.#begun = undefined;
    }
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
