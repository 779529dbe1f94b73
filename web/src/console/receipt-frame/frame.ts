/**
 * Draws a receipt inside a frame without an origin. The page hands over the bytes; nothing else comes in, and only words go out: "ready",
 * "shown", "broken".
 */
import { receiptTypeOf } from '@vezne/domain/receipt-type';

/** Ten times a photograph that is readable. A file of a few kilobytes can be a picture that takes gigabytes to draw, so its pixels are counted first. */
const MAX_PIXELS = 120_000_000;

type Word = 'ready' | 'shown' | 'broken';

const say = (word: Word): void => parent.postMessage(word, '*');

async function show(file: ArrayBuffer): Promise<void> {
  const bytes = new Uint8Array(file);
  const type = receiptTypeOf(bytes);
  if (type === undefined) throw new Error('Neither a picture nor a PDF.');
  if (type === 'application/pdf') {
    // Half a megabyte, for those who open a PDF.
    const { showPdf } = await import('./pdf.ts');
    return await showPdf(bytes);
  }
  const picture = new Image();
  picture.alt = '';
  const isRead = Promise.withResolvers<void>();
  picture.addEventListener('load', () => isRead.resolve());
  picture.addEventListener('error', () => isRead.reject(new Error('No picture that can be read.')));
  picture.src = URL.createObjectURL(new Blob([bytes], { type }));
  await isRead.promise;
  if (picture.naturalWidth * picture.naturalHeight > MAX_PIXELS) throw new Error('Too many pixels.');
  await picture.decode();
  document.body.replaceChildren(picture);
}

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== parent || !(data instanceof ArrayBuffer)) return;
  show(data).then(
    () => say('shown'),
    () => say('broken'),
  );
});
say('ready');
