/**
 * One of two processes that decide on the same transactions: `racer.ts URL PROCESS [BUG]`. Its parent sends waves of
 * transactions, and for each wave gets what became of the four decisions that this process makes on every one of them.
 */
import { createRandom } from '../random.ts';
import type { Decisions } from '../../server/src/usecases/decisions/decisions.ts';
import { testDecisions } from '../../server/test/harness/desk.ts';
import { BUGS, poolWith } from './planted.ts';
import { SLOW_ONE_IN, slowPool } from './slow-locks.ts';
import { decisionFor } from './wish.ts';

export interface Contestant {
  id: string;
  type: 'deposit' | 'withdrawal';
  seen: string;
}

export interface Finish {
  transactionId: string;
  note: string;
  trigger: 'approve' | 'reject';
  /** 'made', why it was refused, or what went wrong. */
  outcome: string;
}

/** Two connections of two people each: those of one connection meet in a batch, the others at the locks. */
const CONNECTIONS = 2;
const PEOPLE = 2;

const [url = '', processNo = '0', bugName] = process.argv.slice(2);
const bug = BUGS.find((one) => one === bugName);
const open = bug === undefined ? slowPool(SLOW_ONE_IN.short) : poolWith(bug);
const pools = Array.from({ length: CONNECTIONS }, (_, connection) => open(url, connection));
const engines = pools.map((pool) => testDecisions(pool));
const random = createRandom(Number(processNo));

async function runWave(wave: readonly Contestant[]): Promise<Finish[]> {
  const finishes = engines.map(async (engine, connection) => {
    const tries = random.shuffle(
      wave.flatMap((contestant, index) =>
        Array.from({ length: PEOPLE }, (_, person) => ({ contestant, index, person })),
      ),
    );
    return await Promise.all(
      tries.map(async ({ contestant, index, person }) => {
        const trigger = (index + person) % 2 === 0 ? 'approve' : 'reject';
        return await decide(engine, contestant, { trigger, note: `${processNo} ${connection} ${person}` });
      }),
    );
  });
  return (await Promise.all(finishes)).flat();
}

async function decide(
  engine: Decisions,
  contestant: Contestant,
  { trigger, note }: Pick<Finish, 'trigger' | 'note'>,
): Promise<Finish> {
  const details = { actor: `person ${note}`, note, bankAccountId: '', actualCents: 50_001n };
  const request = decisionFor(trigger, contestant, details);
  if (request === undefined) throw new Error('People approve and reject.');
  const finish = { transactionId: contestant.id, note, trigger };
  try {
    const result = await engine.submit(request);
    return { ...finish, outcome: result.outcome === 'made' ? 'made' : result.reason };
  } catch (error) {
    return { ...finish, outcome: String(error) };
  }
}

process.on('message', (wave: Contestant[]) => {
  void runWave(wave).then((finishes) => process.send?.(finishes));
});
process.on('disconnect', () => {
  void Promise.all(pools.map(async (pool) => await pool.end()));
});
process.send?.('ready');
