/**
 * How much of what can be tried a run tries. What lands has passed all files but a few that say so, and some with a part of their cases that is
 * always the same; what is released has passed all files with all cases: `.ci/run --release` (decision 51).
 */
const VARIABLE = 'TEST_EXTENT';
const EXTENTS = ['landing', 'release'] as const;
export type Extent = (typeof EXTENTS)[number];

/** Of this process and of all that it starts. */
export function readExtent(text: string | undefined = process.env[VARIABLE]): Extent {
  const extent = EXTENTS.find((known) => known === (text ?? 'landing'));
  if (extent === undefined) throw new Error(`${VARIABLE} is ${EXTENTS.join(' or ')}, not "${text}".`);
  return extent;
}

export function isRelease(): boolean {
  return readExtent() === 'release';
}
