/** An item of the list for any number. */
export function pick<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}

/** Only this many items at the end of a list are chosen, so two people often choose the same new one. */
const NEWEST = 3;

export function pickNewest<T>(items: readonly T[], index: number): T | undefined {
  return items.slice(-NEWEST).at(-1 - (index % Math.max(1, Math.min(NEWEST, items.length))));
}
