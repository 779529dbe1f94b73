import { sign } from '../../server/test/harness/client.ts';
import type { Credentials, RawRequest } from '../../server/test/harness/client.ts';
import { depositBody, withdrawalBody } from '../../server/test/harness/factories.ts';
import { createRandom } from '../random.ts';
import type { Kind } from './messages.ts';

/** A request as bytes, with what its answer is held against. */
export interface Planned {
  kind: Kind;
  bytes: Buffer;
  create: SentCreate | undefined;
  /** What a repeat has to be answered with. */
  expected: Buffer | undefined;
}

export interface SentCreate {
  partner: Credentials;
  path: string;
  body: { externalReference: string };
  answer?: Buffer;
  transactionId?: string;
  /** The path of the hosted page. */
  page?: string | undefined;
}

/** In percent; the rest are new creates, deposits and withdrawals in turn. */
const SHARES = { repeat: 5, read: 20, page: 5 };
/** As many creates are remembered, for reads and repeats. */
const REMEMBERED = 1_000;

/** What partners and players send, mixed. */
export interface Mix {
  next(): Planned;
  remember(create: SentCreate): void;
}

export function createMix(partners: readonly Credentials[]): Mix {
  const random = createRandom(1);
  const remembered: SentCreate[] = [];
  let count = 0;

  function create(): Planned {
    count += 1;
    const partner = partners[random.below(partners.length)] as Credentials;
    const customer = { id: `player-${process.pid}-${count}`, username: 'ayse', fullName: 'Ayşe Işık' };
    const [path, body] =
      count % 2 === 0
        ? ['/v1/deposits', depositBody({ customer })]
        : ['/v1/withdrawals', withdrawalBody({ customer })];
    return createOf('create', { partner, path, body });
  }

  function createOf(kind: Kind, sent: SentCreate): Planned {
    const bytes = toBytes(sign(sent.partner, { path: sent.path, body: sent.body }));
    return { kind, bytes, create: sent, expected: kind === 'repeat' ? sent.answer : undefined };
  }

  return {
    next() {
      const known = remembered[random.below(Math.max(1, remembered.length))];
      const dice = random.below(100);
      if (known === undefined || dice >= SHARES.repeat + SHARES.read + SHARES.page) return create();
      if (dice < SHARES.repeat) return createOf('repeat', known);
      if (dice < SHARES.repeat + SHARES.page && known.page !== undefined) {
        const bytes = toBytes({ method: 'GET', path: known.page, headers: { accept: 'text/html' } });
        return { kind: 'page', bytes, create: undefined, expected: undefined };
      }
      const path = `/v1/transactions/${known.transactionId}`;
      const bytes = toBytes(sign(known.partner, { method: 'GET', path }));
      return { kind: 'read', bytes, create: undefined, expected: undefined };
    },
    remember(create) {
      if (remembered.length < REMEMBERED) remembered.push(create);
      else remembered[random.below(REMEMBERED)] = create;
    },
  };
}

function toBytes({ method = 'POST', path, headers = {}, body = '' }: RawRequest): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(body),
  ]);
}
