const UNITS = [
  ['d', 24 * 60 * 60],
  ['h', 60 * 60],
  ['min', 60],
  ['s', 1],
] as const;

/** How long ago, in the two largest units: `3 h 20 min`. */
export function ageText(since: Date, now: Date): string {
  return secondsText((now.getTime() - since.getTime()) / 1_000);
}

export function secondsText(exactSeconds: number): string {
  let seconds = Math.max(0, Math.round(exactSeconds));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first === -1) return '0 s';
  const parts: string[] = [];
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const whole = Math.floor(seconds / size);
    seconds -= whole * size;
    if (whole > 0) parts.push(`${whole} ${unit}`);
  }
  return parts.join(' ');
}
