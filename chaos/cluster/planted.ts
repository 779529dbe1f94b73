/** Bugs that were found in a trial, or could come: planted in a copy of the code, in the cluster or in the desk. The checker has to catch each. */
import type pg from 'pg';
import { changeDecisions } from '../decisions/statements.ts';
import { loseEvents } from '../decisions/lost-events.ts';
import { openPool } from '../decisions/pools.ts';
import { withoutAgreement } from '../decisions/without-agreement.ts';
import type { Place } from './cluster.ts';
import type { BrokenPromise, Finding } from './findings.ts';
import type { Edit } from './planted-tree.ts';

interface Found {
  kind: BrokenPromise;
  what: RegExp;
}

const LOST_CREATE: Found = { kind: 'lost', what: /acknowledged as \S+ and not there$/ };

export interface Plant {
  name: string;
  what: string;
  /** Under which it shows, and how often. */
  fault: string;
  times: number;
  /** Any of these, and nothing else, is the bug: something merely late, or lost in another way, is not. */
  foundBy: readonly Found[];
  /** It has all of another plant but its bug, and must not be found as that. What else it breaks is not looked at. */
  isControl?: true;
  /** Of the product's sources. */
  edits?: readonly Edit[];
  etcdApi?: Place['etcdApi'];
  openDeskPool?: (url: string) => pg.Pool;
  /** Before anything runs: rules of the database that would refuse the bug. */
  spoil?: (owner: pg.Pool) => Promise<void>;
}

const STATEMENT = 'server/src/db/statement.ts';
const PROOF = 'server/src/db/proven-client.ts';
const BLOCKS = 'server/src/db/write/transactions/reference-blocks.ts';
const CODES = 'server/src/usecases/deposits/reference-codes.ts';

const CODES_TWICE: readonly Found[] = [
  { kind: 'codesTwice', what: /the block of codes \d+ was given to two processes|^api$/ },
];

/** So that many blocks are taken in the seconds without a standby. With 512 codes it would be one. */
const SMALL_BLOCKS: Edit = { file: CODES, from: 'BLOCK_SIZE = 512;', to: 'BLOCK_SIZE = 8;' };

const UNPROVEN: readonly Edit[] = [
  { file: PROOF, from: '  await client.query(proofSql(expectedStandbys));\n', to: '' },
  {
    file: STATEMENT,
    from: '    async () => await answeredWithin(timeoutMs, client.query(BARRIER_SQL)),',
    to: '    async () => await Promise.resolve(),',
  },
];

export const PLANTS: readonly Plant[] = [
  {
    name: 'etcd-v3',
    what: "Patroni 3.0.2 uses etcd's v3 API, and takes the lead back after a freeze",
    fault: 'freeze',
    // It lost commits in two of five.
    times: 8,
    foundBy: [LOST_CREATE],
    etcdApi: '3',
  },
  {
    name: 'unproven',
    what: 'connections prove nothing, and what answers a create is read without a commit',
    fault: 'double-fault',
    times: 4,
    foundBy: [LOST_CREATE],
    edits: UNPROVEN,
  },
  {
    name: 'nextval',
    what: 'reference codes come from nextval, on connections that prove nothing',
    fault: 'double-fault',
    times: 3,
    foundBy: CODES_TWICE,
    edits: [
      // A connection that has proven itself hardly ever has a nextval to lose: it is gone before the next one is due.
      ...UNPROVEN,
      {
        file: BLOCKS,
        from: `await runWrite<{ block: bigint }>(
    pool,
    { text: 'select take_reference_block() as block' },`,
        to: `await runRead<{ block: bigint }>(
    pool,
    { text: "select nextval('reference_code_block') as block" },`,
      },
      { file: BLOCKS, from: 'import { runWrite }', to: 'import { runRead, runWrite }' },
      SMALL_BLOCKS,
    ],
  },
  {
    name: 'nextval-control',
    what: 'as nextval, with codes from a confirmed write: none may be given out twice',
    fault: 'double-fault',
    times: 3,
    foundBy: CODES_TWICE,
    isControl: true,
    edits: [...UNPROVEN, SMALL_BLOCKS],
  },
  {
    name: 'event-outside',
    what: 'an event is written after the decision, in a transaction of its own',
    fault: 'kill-haproxy',
    times: 1,
    foundBy: [{ kind: 'webhooksMissing', what: /: (approve|reject) has no event$/ }],
    spoil: withoutAgreement,
    openDeskPool: (url) => changeDecisions(openPool, loseEvents)(url, 1),
  },
];

/** By which a plant was found, as what it is. */
export function findingsOf(
  { foundBy }: Pick<Plant, 'foundBy'>,
  findings: readonly Finding[],
): readonly Finding[] {
  return findings.filter((finding) =>
    foundBy.some(({ kind, what }) => finding.kind === kind && what.test(finding.what)),
  );
}

/** Whether the run says what it has to say of the plant. */
export function isAsExpected(plant: Plant, findings: readonly Finding[]): boolean {
  return plant.isControl === true
    ? findingsOf(plant, findings).length === 0
    : findingsOf(plant, findings).length > 0;
}

export function plantNamed(name: string): Plant {
  const plant = PLANTS.find((one) => one.name === name);
  if (plant === undefined)
    throw new Error(`There is no plant ${name}, only: ${PLANTS.map((one) => one.name).join(', ')}.`);
  return plant;
}
