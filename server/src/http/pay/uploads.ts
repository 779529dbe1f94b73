/** Room for files that are on their way; each is held in memory until it is whole. */
export interface Uploads {
  /** Begins an upload and gives the function that ends it; undefined when there is no room. */
  begin(depositId: string): (() => void) | undefined;
}

/** Together they hold 70 MB. A file of two megabytes from a phone takes seconds, and few players add one. */
const MOST_AT_ONCE = 32;

/** One at a time for each deposit: a person sends one, and a hundred at once would be to fill the memory. */
export function createUploads(mostAtOnce = MOST_AT_ONCE): Uploads {
  const underWay = new Set<string>();
  return {
    begin(depositId) {
      if (underWay.has(depositId) || underWay.size >= mostAtOnce) return undefined;
      underWay.add(depositId);
      return () => void underWay.delete(depositId);
    },
  };
}
