/** Only with script: without it the button would do nothing. Some browsers inside other apps cannot print either. */
export function addPrintButton(main) {
  const button = main.querySelector('#print');
  if (!button || !globalThis.print) return;
  button.hidden = false;
  button.addEventListener('click', () => globalThis.print());
}
