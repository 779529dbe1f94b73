import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PlainAnswer {
  status: number;
  body: Buffer;
}

const SETTLE_MS = 500;

/** Undefined: the connection ended without an answer. */
type OnAnswer = (answer: PlainAnswer | undefined) => void;

/**
 * Connections that are kept open and carry one request at a time, as those of a load balancer. They read only what our server writes: a
 * full client would need more of the machine than the server.
 */
export interface Connections {
  /** Opens connections until there are so many. */
  grow(count: number): Promise<void>;
  readonly hasFree: boolean;
  send(request: Buffer, onAnswer: OnAnswer): void;
}

export function openConnections(url: string): Connections {
  const { hostname, port } = new URL(url);
  let open = 0;
  const free: Connection[] = [];

  class Connection {
    readonly #socket = connect({ host: hostname, port: Number(port), noDelay: true });
    #arrived: Buffer = Buffer.alloc(0);
    #onAnswer: OnAnswer | undefined;

    constructor() {
      open += 1;
      this.#socket.on('data', (bytes) => this.#read(bytes));
      this.#socket.on('error', () => undefined);
      this.#socket.on('close', () => {
        const place = free.indexOf(this);
        if (place >= 0) free.splice(place, 1);
        open -= 1;
        this.#answer(undefined);
      });
    }

    send(request: Buffer, onAnswer: OnAnswer): void {
      this.#onAnswer = onAnswer;
      this.#socket.write(request);
    }

    #read(bytes: Buffer): void {
      this.#arrived = this.#arrived.length === 0 ? bytes : Buffer.concat([this.#arrived, bytes]);
      const headEnd = this.#arrived.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = this.#arrived.toString('latin1', 0, headEnd);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const bodyStart = headEnd + 4;
      const answerEnd = bodyStart + Number(length ?? Number.NaN);
      // Every answer of ours has a length. One without is no answer, and its connection can't be used again.
      if (Number.isNaN(answerEnd)) {
        this.#socket.destroy();
        return;
      }
      if (this.#arrived.length < answerEnd) return;
      const body = Buffer.from(this.#arrived.subarray(bodyStart, answerEnd));
      this.#arrived = this.#arrived.subarray(answerEnd);
      if (/\r\nconnection: close/i.test(head)) this.#socket.end();
      else free.push(this);
      this.#answer({ status: Number(head.slice(9, 12)), body });
    }

    #answer(answer: PlainAnswer | undefined): void {
      const onAnswer = this.#onAnswer;
      this.#onAnswer = undefined;
      onAnswer?.(answer);
    }
  }

  return {
    async grow(count) {
      for (let missing = count - open; missing > 0; missing -= 1) free.push(new Connection());
      // The server takes one new connection in a turn of its event loop. It is idle now, so this is time enough for thousands.
      await sleep(SETTLE_MS);
    },
    get hasFree() {
      return free.length > 0;
    },
    send(request, onAnswer) {
      const connection = free.pop();
      if (connection === undefined) throw new Error('Every connection waits for an answer.');
      connection.send(request, onAnswer);
    },
  };
}
