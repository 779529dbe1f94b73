import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * The files of server/src in which a function runs every time the work is done. Code that timers run beside it is left out,
 * because it doesn't run every time.
 */
export async function executedFiles(work: () => Promise<void>, rounds = 5): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    let executed: Set<string> | undefined;
    for (let round = 0; round < rounds; round += 1) {
      await session.post('Profiler.takePreciseCoverage');
      await work();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const files = new Set(
        result
          .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
          .filter(({ url }) => url.startsWith('file:'))
          .map(({ url }) => fileURLToPath(url))
          .filter((path) => path.startsWith(SOURCES))
          .map((path) => path.slice(SOURCES.length)),
      );
      executed = new Set([...files].filter((file) => executed?.has(file) ?? true));
    }
    return [...(executed ?? [])].toSorted();
  } finally {
    session.disconnect();
  }
}
