/** A column of a batch: each becomes one array parameter, so that a batch of any size is the same statement. */
export type BatchColumn<Item> = readonly [name: string, type: string, value: (item: Item) => unknown];

/** `unnest($n::type[], …) with ordinality as alias (name, …, place)`; the first column is parameter `from`. */
export function unnestColumns<Item>(
  columns: readonly BatchColumn<Item>[],
  alias: string,
  { from = 1 }: { from?: number } = {},
): string {
  const parameters = columns.map(([, type], index) => `$${from + index}::${type}[]`);
  const names = columns.map(([name]) => name);
  return `unnest(${parameters.join(', ')}) with ordinality as ${alias} (${names.join(', ')}, place)`;
}

export function columnValues<Item>(
  columns: readonly BatchColumn<Item>[],
  items: readonly Item[],
): unknown[][] {
  return columns.map(([, , value]) => items.map(value));
}
