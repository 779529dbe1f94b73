/** Asks in a dialog what the link would ask on the next page. */
export function addConfirmDialog(main) {
  const dialog = main.querySelector('dialog');
  const link = main.querySelector('#ask');
  if (!dialog?.showModal || !link) return;
  link.setAttribute('role', 'button');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    dialog.showModal();
  });
  // Screen readers call the link a button, and a button reacts to the space bar.
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    link.click();
  });
  dialog.querySelector('[data-close]').addEventListener('click', (event) => {
    event.preventDefault();
    dialog.close();
  });
}
