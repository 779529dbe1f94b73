/** Where a key leads in a list. Null: it is not a key of lists. */
export function nextRow(
  key: string,
  { active, count, pageRows }: { active: number; count: number; pageRows: number },
): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const within = (index: number): number => Math.min(Math.max(index, 0), last);
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return within(active + 1);
    case 'k':
    case 'ArrowUp':
      return within(active - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return within(Math.max(active, 0) + pageRows);
    case 'PageUp':
      return within(active - pageRows);
    default:
      return null;
  }
}
