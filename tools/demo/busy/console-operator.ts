/** An operator at the console, by its HTTP: what a browser would send. */
import { randomUUID } from 'node:crypto';
import * as decisions from '@vezne/contract/console/deposit-decisions';
import { listDeposits } from '@vezne/contract/console/deposits';
import { cents, formatAmount } from '@vezne/domain/money';

export interface ConsoleOperator {
  /** The first page of the queue. */
  look(): Promise<WaitingRow[]>;
  /** False: a colleague has it open, or it is decided. */
  open(id: string): Promise<boolean>;
  close(id: string): Promise<void>;
  approve(row: WaitingRow): Promise<void>;
  reject(row: WaitingRow): Promise<void>;
}

export interface WaitingRow {
  id: string;
  amountCents: number;
  seen: string;
  warnings: string[];
  claim: object | null;
  heldUntil: string | null;
  hasOpenRequest: boolean;
  takesTwo: boolean;
}

/** A proof lasts ten minutes. */
const SIGN_IN_EVERY_MS = 5 * 60_000;

export function createConsoleOperator(
  consoleUrl: string,
  { handle, password }: { handle: string; password: string },
): ConsoleOperator {
  let cookie = '';
  let signedInAtMs = -Infinity;

  async function send(method: string, path: string, body?: object): Promise<Response> {
    return await fetch(consoleUrl + path, {
      method,
      headers: {
        origin: consoleUrl,
        cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function signIn(): Promise<void> {
    if (performance.now() - signedInAtMs < SIGN_IN_EVERY_MS) return;
    if (cookie !== '') await send('DELETE', '/api/session');
    await prove('/api/sign-in', { handle, password });
    await prove('/api/session/step-up', { password });
    signedInAtMs = performance.now();
  }

  /** Each proof brings a new cookie; the one before is worth nothing then. */
  async function prove(path: string, proof: object): Promise<void> {
    const answer = await send('POST', path, proof);
    if (!answer.ok) throw new Error(`${handle} could not sign in: ${await answer.text()}`);
    cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
  }

  /** Refusals are part of the day: somebody else was faster. */
  async function pressed(route: { path: string }, { id, seen }: WaitingRow, said: object): Promise<void> {
    const body = { seen, decisionId: randomUUID(), ...said };
    await (await send('POST', route.path.replace(':id', id), body)).text();
  }

  return {
    async look() {
      await signIn();
      const answer = await send('GET', listDeposits.path);
      if (!answer.ok) throw new Error(`${handle} could not read the queue: ${await answer.text()}`);
      return ((await answer.json()) as { deposits: WaitingRow[] }).deposits;
    },
    async open(id) {
      const answer = await send('POST', decisions.claimDeposit.path.replace(':id', id), {});
      await answer.text();
      return answer.ok;
    },
    async close(id) {
      await (await send('DELETE', decisions.releaseDeposit.path.replace(':id', id))).text();
    },
    async approve(row) {
      const actualAmount = formatAmount(cents(BigInt(row.amountCents)));
      await pressed(decisions.approveDeposit, row, { actualAmount });
    },
    async reject(row) {
      await pressed(decisions.rejectDeposit, row, { reason: 'no_money_seen', moneySeen: null });
    },
  };
}
