/** Detects pictures by their first bytes: a file name or a header is only a claim. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** null: any byte; a WebP file has its length there. */
const SIGNATURES: Readonly<Record<ImageType, readonly (number | null)[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
};

/** undefined: none of these types, or too short to tell. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  return IMAGE_TYPES.find((type) =>
    SIGNATURES[type].every((byte, at) => (byte === null ? at < bytes.length : bytes[at] === byte)),
  );
}
