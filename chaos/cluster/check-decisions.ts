/** Presses and decisions: what was reported as made is a step of its transaction, once, and what exists is never refused as if it didn't. */
import type { DecisionLine, Line, PressLine } from './client-log.ts';
import type { Finding } from './findings.ts';
import type { DatabaseRows, Step } from './rows.ts';

/** Nobody else moves a deposit on before its player's press is answered: anything but this is a press that was lost. */
const PRESSED = 'confirm_sent';
/** The page says so when it is too busy: the player presses again. */
const TOO_MANY = 429;
const CONFLICT = 409;
/** Refusals because somebody else was first. */
const OF_STATE: ReadonlySet<string | undefined> = new Set(['state_conflict', 'transaction_changed']);

export function checkDecisions(lines: readonly Line[], { transactions }: DatabaseRows): Finding[] {
  const stepsOf = new Map(transactions.map(({ id, steps }) => [id, steps]));
  const has = (id: string, trigger: string): boolean =>
    stepsOf.get(id)?.some((step) => step.trigger === trigger) === true;
  const decisions = lines.filter((line) => line.kind === 'decision');
  const made = decisions.filter(({ outcome }) => outcome === 'made');
  const presses = lines.filter((line) => line.kind === 'press');
  const pressed = presses.filter(({ status }) => status >= 200 && status < 400);
  return [
    ...pressed
      .filter(({ id }) => !has(id, PRESSED))
      .map((line): Finding => ({ kind: 'lost', at: line.at, what: `${line.id}: a press was taken` })),
    ...made
      .filter(({ id, trigger }) => !has(id, trigger))
      .map(({ at, id, trigger }): Finding => ({ kind: 'lost', at, what: `${id}: ${trigger} was reported` })),
    ...twice(made, ({ id, trigger }) => `${id} ${trigger}`).map(({ at, id, trigger }): Finding => ({
      kind: 'doubled',
      at,
      what: `${id}: ${trigger} was reported twice`,
    })),
    ...presses.flatMap((line) => refusedPress(line, stepsOf.get(line.id))),
    ...decisions.flatMap((line) => refusedDecision(line, stepsOf.get(line.id))),
  ];
}

/** Who presses has the page of a deposit that was acknowledged. */
function refusedPress({ id, at, tookMs, status }: PressLine, steps: readonly Step[] | undefined): Finding[] {
  const answeredAt = at + tookMs;
  if (status === 500) return [{ kind: 'serverErrors', at: answeredAt, what: `${id}: a press` }];
  const isRefused = status >= 400 && status < 500 && status !== TOO_MANY;
  if (!isRefused || (status === CONFLICT && hadMoved(steps, answeredAt))) return [];
  return [{ kind: 'refused', at: answeredAt, what: `${id}: ${status} to a press` }];
}

/** Of others, such as that the partner's credit is used up, it is enough that they are given up in the end. */
function refusedDecision(
  { id, at, trigger, outcome, why }: DecisionLine,
  steps: readonly Step[] | undefined,
): Finding[] {
  if (outcome !== 'refused') return [];
  const isWrong = why === 'transaction_not_found' || (OF_STATE.has(why) && !hadMoved(steps, at));
  return isWrong ? [{ kind: 'refused', at, what: `${id}: ${why} to ${trigger}` }] : [];
}

/** The state of it was another than when it was created. */
function hadMoved(steps: readonly Step[] = [], at: number): boolean {
  return steps.some((step) => step.at <= at);
}

/** All but the first of each. */
function twice<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...Map.groupBy(items, key).values()].flatMap((same) => same.slice(1));
}
