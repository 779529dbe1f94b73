/** Limits the files that are being uploaded; each is held in memory until it is complete. */
export interface Uploads {
  /** Starts an upload and returns the function that ends it; undefined when there is no room. */
  begin(upload: Upload): (() => void) | undefined;
}

export interface Upload {
  depositId: string;
  /** The client's network, as clientNetwork names it. */
  network: string;
  /** Aborts the upload. */
  cut: () => void;
}

/** Together they take 70 MB. A phone sends two megabytes within seconds, and few players add a file. */
const MAX_UPLOADS = 32;
/** Many players may share a network, but no network can keep the others out. */
const MAX_UPLOADS_OF_NETWORK = 8;

/**
 * One at a time for each deposit: a hundred at once could fill the memory. The newer upload wins: when a phone changes
 * networks the older one is dead, but only the phone knows that.
 */
export function createUploads({ most = MAX_UPLOADS, mostOfNetwork = MAX_UPLOADS_OF_NETWORK } = {}): Uploads {
  const underWay = new Map<string, Upload>();
  const hasRoom = (network: string): boolean => {
    const ofNetwork = [...underWay.values()].filter((upload) => upload.network === network).length;
    return underWay.size < most && ofNetwork < mostOfNetwork;
  };
  return {
    begin(upload) {
      const { depositId, network } = upload;
      const older = underWay.get(depositId);
      if (older === undefined && !hasRoom(network)) return undefined;
      underWay.set(depositId, upload);
      older?.cut();
      return () => {
        if (underWay.get(depositId) === upload) underWay.delete(depositId);
      };
    },
  };
}
