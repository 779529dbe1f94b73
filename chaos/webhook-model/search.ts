/** Breadth first over all states that can be reached. The first state that breaks a rule has a shortest way to it. */

export interface Step<State> {
  name: string;
  to: State;
  /** Something goes wrong here. The way to a good end must do without. */
  isFault: boolean;
}

export interface Model<State> {
  start: State;
  steps(state: State): Step<State>[];
  /** The same text for the same state, and for no other. */
  key(state: State): string;
  /** The rule that the state breaks. */
  broken(state: State): string | null;
  isGoodEnd(state: State): boolean;
}

export interface Counterexample {
  rule: string;
  /** The names of the steps from the start. */
  trace: string[];
}

export interface SearchResult {
  states: number;
  counterexample: Counterexample | null;
}

export const NO_WAY_OUT = 'a good end can be reached without a further fault';

/** Throws when there are more states than `maxStates`: a search that stops half-way proves nothing. */
export function search<State>(model: Model<State>, maxStates: number): SearchResult {
  const found = new Map<string, number>([[model.key(model.start), 0]]);
  /** For each state the state before it, and which of its steps led here: enough to walk the way again. */
  const before: number[] = [-1];
  const choices: number[] = [-1];
  /** Steps without a fault, as pairs: from, to. */
  const plainSteps: number[] = [];
  const goodEnds: number[] = [];

  let layer: State[] = [model.start];
  let from = 0;
  while (layer.length > 0) {
    const nextLayer: State[] = [];
    for (const state of layer) {
      const rule = model.broken(state);
      if (rule !== null) {
        const trace = walk(model, wayTo(from, before, choices));
        return { states: before.length, counterexample: { rule, trace } };
      }
      if (model.isGoodEnd(state)) goodEnds.push(from);
      for (const [choice, step] of model.steps(state).entries()) {
        const key = model.key(step.to);
        let to = found.get(key);
        if (to === undefined) {
          to = before.length;
          if (to >= maxStates) throw new Error(`More than ${maxStates} states.`);
          found.set(key, to);
          before.push(from);
          choices.push(choice);
          nextLayer.push(step.to);
        }
        if (!step.isFault) plainSteps.push(from, to);
      }
      from += 1;
    }
    layer = nextLayer;
  }

  const stuck = firstWithout(reaching(goodEnds, plainSteps, before.length));
  const trace = stuck === null ? null : walk(model, wayTo(stuck, before, choices));
  return {
    states: before.length,
    counterexample: trace === null ? null : { rule: NO_WAY_OUT, trace },
  };
}

function wayTo(state: number, before: readonly number[], choices: readonly number[]): number[] {
  const way: number[] = [];
  for (let at = state; at > 0; at = before[at] ?? 0) way.push(choices[at] ?? 0);
  return way.toReversed();
}

function walk<State>(model: Model<State>, way: readonly number[]): string[] {
  let state = model.start;
  return way.map((choice) => {
    const step = model.steps(state)[choice];
    if (step === undefined) throw new Error('The model has other steps when the same state is asked again.');
    state = step.to;
    return step.name;
  });
}

/** Marks every state from which one of the goals can be reached: backwards from the goals, step by step. */
function reaching(goals: readonly number[], steps: readonly number[], states: number): Uint8Array {
  // The steps that lead to a state, as a chain: the last of them, and for each the one before it.
  const last = new Int32Array(states).fill(-1);
  const previous = new Int32Array(steps.length / 2);
  for (let step = 0; step < previous.length; step += 1) {
    const to = steps[step * 2 + 1] ?? 0;
    previous[step] = last[to] ?? -1;
    last[to] = step;
  }
  const marks = new Uint8Array(states);
  const open = [...goals];
  for (const goal of goals) marks[goal] = 1;
  for (let to = open.pop(); to !== undefined; to = open.pop()) {
    for (let step = last[to] ?? -1; step !== -1; step = previous[step] ?? -1) {
      const from = steps[step * 2] ?? 0;
      if (marks[from] === 1) continue;
      marks[from] = 1;
      open.push(from);
    }
  }
  return marks;
}

function firstWithout(marks: Uint8Array): number | null {
  const index = marks.indexOf(0);
  return index === -1 ? null : index;
}
