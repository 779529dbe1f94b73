/** Hands the reader a file that the page holds. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** The same of a text. It never leaves the browser. */
export function saveText(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), fileName);
}
