/** Room for files that are on their way; each is held in memory until it is whole. */
export interface Uploads {
  /** Begins an upload and gives the function that ends it; undefined when there is no room. `cut` breaks it off. */
  begin(depositId: string, cut: () => void): (() => void) | undefined;
}

/** Together they hold 70 MB. A file of two megabytes from a phone takes seconds, and few players add one. */
const MAX_UPLOADS = 32;

/**
 * One at a time for each deposit: a hundred at once would be to fill the memory. The newer one goes on: when a phone changes
 * from one network to another, the older is dead, and only its sender knows.
 */
export function createUploads(mostAtOnce = MAX_UPLOADS): Uploads {
  const underWay = new Map<string, () => void>();
  return {
    begin(depositId, cut) {
      const older = underWay.get(depositId);
      if (older === undefined && underWay.size >= mostAtOnce) return undefined;
      underWay.set(depositId, cut);
      older?.();
      return () => {
        if (underWay.get(depositId) === cut) underWay.delete(depositId);
      };
    },
  };
}
