/** Sets of events or references: a bit for each. */

export function single(member: number): number {
  return 1 << member;
}

export function has(set: number, member: number): boolean {
  return ((set >> member) & 1) === 1;
}

export function without(set: number, removed: number): number {
  return set & ~removed;
}

export function members(set: number): number[] {
  const found: number[] = [];
  for (let member = 0; set >> member > 0; member += 1) if (has(set, member)) found.push(member);
  return found;
}

/** All members below the number. */
export function below(number: number): number {
  return single(number) - 1;
}

export function first(set: number): number | null {
  return set === 0 ? null : 31 - Math.clz32(set & -set);
}

/** How many members the set has from 0 on until the first that is missing. */
export function contiguous(set: number): number {
  return first(~set) ?? 31;
}

export function highest(set: number): number {
  return 31 - Math.clz32(set);
}
