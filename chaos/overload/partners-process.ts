/** The partners and players, in a process of their own. A test controls it by messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnections } from './connections.ts';
import type { Connections, PlainAnswer } from './connections.ts';
import { KINDS } from './messages.ts';
import type { Driven, Kind, Order, Pace, Report } from './messages.ts';
import { createMix } from './requests.ts';
import type { Mix, Planned } from './requests.ts';

const TICK_MS = 2;
/** The last answers of a load. Longer than the server makes anybody wait. */
const LAST_ANSWERS_MS = 30_000;
const MOST_PROBLEMS = 5;

function report(message: Report): void {
  if (process.connected) process.send?.(message);
}

function ofEachKind<T>(make: () => T): Record<Kind, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<Kind, T>;
}

async function drive(connections: Connections, mix: Mix, pace: Pace): Promise<Driven> {
  const driven: Driven = {
    seconds: 0,
    sent: 0,
    keptOut: 0,
    unanswered: 0,
    statuses: ofEachKind(() => ({})),
    successMs: ofEachKind(() => []),
    acknowledged: [],
    refused: [],
    problems: [],
  };
  const waiting = new Set<Planned>();

  function sendNext(onEnd?: () => void): void {
    const planned = mix.next();
    const sentMs = performance.now();
    driven.sent += 1;
    waiting.add(planned);
    connections.send(planned.bytes, (answer) => {
      waiting.delete(planned);
      note(driven, planned, { answer, tookMs: performance.now() - sentMs, mix });
      onEnd?.();
    });
  }

  await connections.grow(pace.connections);
  const startMs = performance.now();
  const endMs = startMs + pace.seconds * 1_000;
  if (pace.kind === 'closed') {
    const again = (): void => {
      if (performance.now() < endMs) sendNext(again);
    };
    for (let connection = 0; connection < pace.connections; connection += 1) again();
    await sleep(pace.seconds * 1_000);
  } else {
    for (let nowMs = startMs; nowMs < endMs; nowMs = performance.now()) {
      const due = ((nowMs - startMs) / 1_000) * pace.perSecond;
      while (driven.sent + driven.keptOut < due) {
        if (connections.hasFree) sendNext();
        else driven.keptOut += 1;
      }
      await sleep(TICK_MS);
    }
  }
  driven.seconds = (performance.now() - startMs) / 1_000;
  const giveUpMs = performance.now() + LAST_ANSWERS_MS;
  while (waiting.size > 0 && performance.now() < giveUpMs) await sleep(10);
  if (waiting.size > 0)
    driven.problems.push(`${waiting.size} requests have no answer after ${LAST_ANSWERS_MS} ms.`);
  return driven;
}

function note(
  driven: Driven,
  { kind, create, expected }: Planned,
  { answer, tookMs, mix }: { answer: PlainAnswer | undefined; tookMs: number; mix: Mix },
): void {
  if (answer === undefined) {
    driven.unanswered += 1;
    return;
  }
  const { status, body } = answer;
  const counts = driven.statuses[kind];
  counts[status] = (counts[status] ?? 0) + 1;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess) driven.successMs[kind].push(tookMs);
  if (kind === 'repeat' && !(isSuccess && expected?.equals(body)))
    complain(driven, `A repeat was answered with ${status} ${body.toString()}`);
  if (![429, 503].includes(status) && !isSuccess)
    complain(driven, `A ${kind} was answered with ${status} ${body.toString().slice(0, 200)}`);
  if (kind !== 'create' || create === undefined) return;
  const { externalReference: reference } = create.body;
  if (!isSuccess) {
    driven.refused.push(reference);
    return;
  }
  const { transaction } = JSON.parse(body.toString()) as {
    transaction: { id: string; amountCents: number; hostedUrl?: string };
  };
  const { id: transactionId, amountCents, hostedUrl } = transaction;
  driven.acknowledged.push({ reference, transactionId, amountCents });
  const page = hostedUrl === undefined ? undefined : new URL(hostedUrl).pathname;
  mix.remember({ ...create, answer: body, transactionId, page });
}

function complain(driven: Driven, problem: string): void {
  if (driven.problems.length < MOST_PROBLEMS) driven.problems.push(problem);
}

let site: { connections: Connections; mix: Mix } | undefined;

process.on('message', (order: Order) => {
  if (order.kind === 'start') {
    site = { connections: openConnections(order.url), mix: createMix(order.partners) };
    report({ kind: 'ready' });
    return;
  }
  if (site === undefined) throw new Error('The partners have no address yet.');
  void drive(site.connections, site.mix, order.pace).then((driven) => report({ kind: 'driven', ...driven }));
});
process.on('disconnect', () => process.exit());
