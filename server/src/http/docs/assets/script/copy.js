/** Long enough to notice the message. */
const NOTICE_MS = 1500;

/** In the language of the page. */
const { copy, copied } = document.body.dataset;

for (const pre of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'framed';
  pre.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch {
      // Browsers refuse on plain http. Then the text is selected, ready to be copied by hand.
      getSelection().selectAllChildren(pre);
      return;
    }
    button.textContent = copied;
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = copy;
      button.classList.remove('done');
    }, NOTICE_MS);
  });
  frame.append(pre, button);
}
