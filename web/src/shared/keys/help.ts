/** The lines of the help: groups, and below each what its keys do. Two keys that do the same are one line. */
export function helpOf(
  bindings: readonly { keys: string; label: string; group: string }[],
  firstGroups: readonly string[],
): [group: string, lines: [label: string, keys: string[]][]][] {
  const groups = new Map<string, Map<string, Set<string>>>();
  for (const group of firstGroups) groups.set(group, new Map());
  for (const { keys, label, group } of bindings) {
    const lines = groups.get(group) ?? new Map<string, Set<string>>();
    lines.set(label, (lines.get(label) ?? new Set()).add(keys));
    groups.set(group, lines);
  }
  return [...groups]
    .filter(([, lines]) => lines.size > 0)
    .map(([group, lines]) => [group, [...lines].map(([label, keys]) => [label, [...keys]])]);
}
