/**
 * One line to the server for all tabs of a browser: browsers allow six connections to a server, so with one a tab the seventh tab
 * would hang. The tab that holds the lock reads the line and tells the others; when it closes, another one takes over.
 */
import { LIVE_HEARTBEAT_MS, LIVE_PATH, changedMessage, countsMessage } from '@vezne/contract/console/live';
import type { ChangedMessage, LiveCounts } from '@vezne/contract/console/live';
import { EventStreamReader } from './event-stream.ts';
import type { StreamMessage } from './event-stream.ts';

/** `lost`: what is shown may be old, and the line is tried again. */
export type LineState = 'connecting' | 'open' | 'lost';

export type LiveMessage =
  | { kind: 'counts'; counts: LiveCounts }
  | { kind: 'changed'; changed: ChangedMessage }
  | { kind: 'state'; state: LineState; retryAtMs: number | null }
  /** The session is over. */
  | { kind: 'ended' };

const NAME = 'vezne-live';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Two heartbeats and a half: one may be late. */
const SILENCE_MS = LIVE_HEARTBEAT_MS * 2.5;
const LOOK_AGAIN: LiveMessage = { kind: 'changed', changed: { ids: [], all: true } };

/** Hears everything that this browser's line says; the answer closes it for this tab. */
export function openLiveLine(hear: (message: LiveMessage) => void): () => void {
  const closing = new AbortController();
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, ours
  const tellOthers = (message: LiveMessage | { kind: 'hello' }): void => channel.postMessage(message);
  let isReading = false;
  let counts: LiveMessage | null = null;
  let state: LiveMessage = { kind: 'state', state: 'connecting', retryAtMs: null };
  const tell = (message: LiveMessage): void => {
    if (closing.signal.aborted) return;
    if (message.kind === 'counts') counts = message;
    if (message.kind === 'state') state = message;
    hear(message);
    tellOthers(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage | { kind: 'hello' }>) => {
    if (data.kind !== 'hello') return hear(data);
    // A tab that was opened later knows nothing yet.
    if (isReading) for (const each of [state, counts]) if (each !== null) tellOthers(each);
  });
  tellOthers({ kind: 'hello' });
  void whenItIsOurs(closing.signal, async () => {
    isReading = true;
    await keepReading(tell, closing.signal);
  });
  return () => {
    closing.abort();
    channel.close();
  };
}

/** Waits until no other tab reads. Without locks (an address without https) every tab reads for itself. */
async function whenItIsOurs(signal: AbortSignal, read: () => Promise<void>): Promise<void> {
  try {
    if ('locks' in navigator) await navigator.locks.request(NAME, { signal }, read);
    else await read();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function keepReading(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const end = await readOnce({
      signal,
      onOpen: () => {
        tell({ kind: 'state', state: 'open', retryAtMs: null });
        // Whatever happened before was said to nobody: while the line was lost, while another tab handed it over, or since the page was read.
        tell(LOOK_AGAIN);
        waitMs = FIRST_WAIT_MS;
      },
      onMessage: (message) => {
        const said = understood(message);
        if (said !== null) tell(said);
      },
    });
    if (signal.aborted) return;
    if (end === 'ended') return tell({ kind: 'ended' });
    tell({ kind: 'state', state: 'lost', retryAtMs: Date.now() + waitMs });
    await waitOrOnline(waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

function understood({ event, data }: StreamMessage): LiveMessage | null {
  const value: unknown = parsed(data);
  if (event === 'counts') {
    const counts = countsMessage.safeParse(value);
    return counts.success ? { kind: 'counts', counts: counts.data } : null;
  }
  if (event === 'changed') {
    const changed = changedMessage.safeParse(value);
    // What we can't read may have been anything.
    return changed.success ? { kind: 'changed', changed: changed.data } : LOOK_AGAIN;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Until the line breaks or the session ends. */
async function readOnce({
  signal,
  onOpen,
  onMessage,
}: {
  signal: AbortSignal;
  onOpen: () => void;
  onMessage: (message: StreamMessage) => void;
}): Promise<'ended' | 'broken'> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(LIVE_PATH, {
      headers: { accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401 || response.status === 403) return 'ended';
    if (!response.ok || response.body === null) return 'broken';
    onOpen();
    const reader = new EventStreamReader();
    const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await stream.read();
      if (done) return 'broken';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const message of reader.push(value)) {
        if (message.event === 'ended') return 'ended';
        onMessage(message);
      }
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** A network that is back is tried at once. */
async function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
