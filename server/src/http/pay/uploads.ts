/** Limits the files that are being uploaded; each is held in memory until it is complete. */
export interface Uploads {
  /** Starts an upload and returns the function that ends it; undefined when there is no room. `cut` aborts the upload. */
  begin(depositId: string, cut: () => void): (() => void) | undefined;
}

/** Together they take 70 MB. A phone sends two megabytes within seconds, and few players add a file. */
const MAX_UPLOADS = 32;

/**
 * One at a time for each deposit: a hundred at once could fill the memory. The newer upload wins: when a phone changes
 * networks the older one is dead, but only the phone knows that.
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
