/** A day that exists, in a year that PostgreSQL knows. `Date` takes the 30th of February for the 2nd of March. */
export function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return (
    !Number.isNaN(time) &&
    !text.startsWith('0000') &&
    new Date(time).toISOString().startsWith(text.slice(0, 19))
  );
}
