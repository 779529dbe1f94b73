import type pg from 'pg';
import type { RoundFunction } from '@vezne/domain/reference-code';
import type { ApiConfig } from '../config/api.ts';
import type { Context } from '../context.ts';
import type { PageTokens } from '../keys/page-token.ts';
import type { SealedSecrets } from '../keys/sealed-secrets.ts';
import { createConfigurationSource } from './configuration/source.ts';
import type { ConfigurationSource } from './configuration/source.ts';
import { createKeyUses } from './credentials/key-uses.ts';
import type { KeyUses } from './credentials/key-uses.ts';
import { createAccountAssignments } from './deposits/account-assignments.ts';
import type { AccountAssignments } from './deposits/account-assignments.ts';
import { createHostedDeposits } from './deposits/hosted-deposits.ts';
import type { HostedDeposits } from './deposits/hosted-deposits.ts';
import { createUsualWait } from './deposits/usual-wait.ts';
import type { UsualWait } from './deposits/usual-wait.ts';
import { createPlayerEvidence } from './deposits/player-evidence.ts';
import type { PlayerEvidence } from './deposits/player-evidence.ts';
import { createReferenceCodes } from './deposits/reference-codes.ts';
import type { ReferenceCodes } from './deposits/reference-codes.ts';
import { createListLimit } from './list-reads.ts';
import { createPartnerReads } from './partner-reads.ts';
import type { PartnerReads } from './partner-reads.ts';
import { createDeliveredAnswers } from './transactions/delivered-answers.ts';
import type { DeliveredAnswers } from './transactions/delivered-answers.ts';
import { createCreations } from './transactions/creations.ts';
import type { Creations } from './transactions/creations.ts';
import { createPlayerDays } from './transactions/player-days.ts';
import type { PlayerDays } from './transactions/player-days.ts';
import { createTransactionReads } from './transactions/reads.ts';
import type { TransactionReads } from './transactions/reads.ts';
import { createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import type { ConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import { createRetryUntilSettled } from '../db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../db/retry-until-settled.ts';

/** The services that live as long as an api process, shared by all its requests. */
export interface ApiServices {
  configuration: ConfigurationSource;
  creations: Creations;
  reads: TransactionReads;
  partnerReads: PartnerReads;
  hostedDeposits: HostedDeposits;
  usualWait: UsualWait;
  playerEvidence: PlayerEvidence;
  retry: RetryUntilSettled;
  /** Players' presses that look for their deposit: while the database is away they wait for it, and no more of them than creates. */
  presses: ConcurrencyLimit;
  assignments: AccountAssignments;
  referenceCodes: ReferenceCodes;
  playerDays: PlayerDays;
  deliveredAnswers: DeliveredAnswers;
  pageTokens: PageTokens;
  keyUses: KeyUses;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createApiServices(
  { pool, clock, log }: Context,
  {
    config,
    readPool,
    sealedSecrets,
    pageTokens,
    referenceRound,
  }: {
    config: ApiConfig;
    readPool: pg.Pool;
    sealedSecrets: SealedSecrets;
    pageTokens: PageTokens;
    referenceRound: RoundFunction;
  },
): ApiServices {
  const configuration = createConfigurationSource({
    pool,
    sealedSecrets,
    clock,
    log,
    maxWaiting: config.maxQueuedCreates,
  });
  const assignments = createAccountAssignments({ pool, clock, log, latestView: configuration.latest });
  const retry = createRetryUntilSettled({ clock, log, boundMs: config.createBoundMs });
  const referenceCodes = createReferenceCodes({
    pool,
    clock,
    log,
    retry,
    round: referenceRound,
    maxWaiting: config.maxQueuedCreates,
  });
  const creations = createCreations({
    pool,
    clock,
    log,
    retry,
    maxQueued: config.maxQueuedCreates,
    boundMs: config.createBoundMs,
    accountsWithRoom: assignments.withRoom,
    renewCodes: referenceCodes.renew,
  });
  const deliveredAnswers = createDeliveredAnswers({ pool, clock, log });
  const hostedDeposits = createHostedDeposits({ pool, readPool, clock, log });
  const keyUses = createKeyUses({ pool, log });
  const listLimit = createListLimit();
  return {
    configuration,
    creations,
    reads: createTransactionReads({ pool: readPool, listLimit }),
    partnerReads: createPartnerReads({ pool, readPool, listLimit }),
    hostedDeposits,
    usualWait: createUsualWait({ pool: readPool, clock, log }),
    playerEvidence: createPlayerEvidence({ pool, clock, retry }),
    retry,
    presses: createConcurrencyLimit({ width: config.maxQueuedCreates, maxWaiting: 0 }),
    assignments,
    referenceCodes,
    playerDays: createPlayerDays({ pool, clock, log, retry, maxQueued: config.maxQueuedCreates }),
    deliveredAnswers,
    pageTokens,
    keyUses,
    async start() {
      await configuration.start();
      assignments.start();
      keyUses.start();
    },
    async stop() {
      await creations.idle();
      await deliveredAnswers.stop();
      await keyUses.stop();
      await assignments.stop();
      await hostedDeposits.stop();
      await configuration.stop();
    },
  };
}
