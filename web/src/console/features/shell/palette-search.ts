import { foldName } from '@vezne/domain/names';

/** How well a name fits: at its start, at the start of a word in it, inside a word, or not at all. All are folded. */
function distance(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : Infinity;
}

/**
 * The options that a query fits, in groups. The best one comes first and brings its group with it; equals keep their order. Folded:
 * "cik" finds Çıkış, "gorunum" finds görünüm, and the four forms of i are one.
 */
export function searchOptions<Option extends { name: string; group: string }>(
  options: readonly Option[],
  query: string,
): Map<string, Option[]> {
  const wanted = foldName(query);
  const found = options
    .map((option) => ({ option, distance: distance(foldName(option.name), wanted) }))
    .filter((each) => each.distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ option }) => option);
  return Map.groupBy(found, ({ group }) => group);
}
