import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
const LEAST_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * Where the server keeps its files. Every test has a database of its own, of some 400 files: in memory it is made in 25 ms, on a disk
 * it took up to half a second, nearly all of it in the kernel. A machine without room for it, such as a container, uses its disk.
 */
export async function roomyFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= LEAST_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir();
}
