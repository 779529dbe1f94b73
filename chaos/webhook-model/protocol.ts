/** A cursor for each endpoint: one endpoint, two workers, and every order in which their steps can come. */
import { claimSteps, lateClaimSteps } from './claim-steps.ts';
import { answerSteps, dueAnswerSteps, dueSteps, readSteps } from './delivery-steps.ts';
import { killSteps, lateSettleSteps, leaseSteps, lossSteps, replaySteps } from './fault-steps.ts';
import type { Fault } from './faults.ts';
import { brokenIn, isGoodEnd } from './invariants.ts';
import { rulesOf } from './rules.ts';
import type { Rules } from './rules.ts';
import type { Model, Step } from './search.ts';
import { settleSteps } from './settle-steps.ts';
import { keyOf } from './state-key.ts';
import { LIVE, startOf } from './state.ts';
import type { Bounds, World } from './state.ts';

export function protocol(bounds: Bounds, faults: readonly Fault[]): Model<World> {
  const rules = rulesOf(bounds.references, faults);
  return {
    start: startOf(bounds),
    key: keyOf,
    steps: (world) => [...stepsOf(rules, world)],
    broken: brokenIn,
    isGoodEnd: (world) => isGoodEnd(rules.events, world),
  };
}

function* stepsOf(rules: Rules, world: World): Generator<Step<World>> {
  for (const worker of LIVE) {
    const memory = world.memories[worker];
    if (memory === null) yield* claimSteps(rules, world, worker);
    else {
      yield* readSteps(rules, world, worker, memory);
      yield* answerSteps(rules, world, worker, memory);
      yield* dueSteps(rules, world, worker, memory);
      yield* dueAnswerSteps(world, worker, memory);
      yield* settleSteps(rules, world, worker, memory);
      yield* lossSteps(rules, world, worker, memory);
    }
    yield* killSteps(world, worker);
  }
  yield* lateClaimSteps(rules, world);
  yield* lateSettleSteps(rules, world);
  yield* leaseSteps(world);
  yield* replaySteps(world);
}
