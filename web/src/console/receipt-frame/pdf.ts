/** Draws a PDF page by page. Its worker runs here too: a frame without an origin can start none. */
import { VerbosityLevel, getDocument } from 'pdfjs-dist';
import * as worker from 'pdfjs-dist/build/pdf.worker.mjs';

Object.assign(globalThis, { pdfjsWorker: worker });

/** A receipt has one or two. A file of a thousand pages must not keep the browser busy. */
const MAX_PAGES = 10;
/** Sharp enough to read on any screen. */
const WIDTH_PX = 1_600;
const MAX_HEIGHT_PX = 6_000;

export async function showPdf(data: Uint8Array): Promise<void> {
  // No code out of the file, no forms of its own, nothing that is loaded from elsewhere.
  const pdf = await getDocument({ data, enableXfa: false, useWasm: false, verbosity: VerbosityLevel.ERRORS })
    .promise;
  const pages: HTMLCanvasElement[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(WIDTH_PX / width, MAX_HEIGHT_PX / height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(viewport.width);
    canvas.height = Math.ceil(viewport.height);
    await page.render({ canvas, viewport }).promise;
    pages.push(canvas);
  }
  document.body.replaceChildren(...pages);
}
