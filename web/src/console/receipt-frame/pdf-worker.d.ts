/** The package has no types for it; pdf.js takes it from the global scope. */
declare module 'pdfjs-dist/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
