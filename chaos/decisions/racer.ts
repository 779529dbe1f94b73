/**
 * One of two processes that decide on the same transactions: `racer.ts URL PROCESS [BUG]`. Its parent sends waves of
 * transactions. For each wave it gets the outcomes of the four decisions that this process makes on every transaction.
 */
import type { Person } from '@vezne/domain/actor';
import { createRandom } from '../random.ts';
import type { Decisions } from '../../server/src/usecases/decisions/decisions.ts';
import { testDecisions, staff } from '../../server/test/harness/desk.ts';
import { decisionOf } from './command-to-decision.ts';
import type { SeenTransaction } from './command-to-decision.ts';
import { BUGS, poolWith } from './planted.ts';
import { SLOW_ONE_IN, slowPool } from './slow-locks.ts';

export type Contestant = SeenTransaction;

export interface Finish {
  transactionId: string;
  note: string;
  actor: Person;
  trigger: 'approve' | 'reject';
  /** 'made', the code of the refusal, or the error. */
  outcome: string;
}

/** Two connections with two people each. Decisions on one connection meet in a batch; the others meet at the locks. */
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
  const actor = staff(`person ${note}`);
  const details = { actor, note, bankAccountId: '', actualCents: 50_001n };
  const decision = decisionOf(trigger, contestant, details);
  if (decision === undefined) throw new Error('People approve and reject.');
  const finish = { transactionId: contestant.id, note, actor, trigger };
  try {
    const result = await engine.submit(decision);
    return { ...finish, outcome: result.outcome === 'refused' ? result.refusal.code : result.outcome };
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
