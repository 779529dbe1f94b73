/** Asks on the same page what the link asks on the next. */
export function addConfirmDialog(main) {
  const dialog = main.querySelector('dialog');
  const link = main.querySelector('#ask');
  if (!dialog?.showModal || !link) return;
  link.setAttribute('role', 'button');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    dialog.showModal();
  });
  // What is a button to the ear must answer to the space bar.
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
