/** Long enough to notice the message. */
const NOTICE_MS = 1500;

for (const pre of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'framed';
  pre.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch {
      // Browsers refuse on plain http. Then the text is selected, ready to be copied by hand.
      getSelection().selectAllChildren(pre);
      return;
    }
    button.textContent = 'Copied';
    button.classList.add('done');
    setTimeout(() => {
      button.textContent = 'Copy';
      button.classList.remove('done');
    }, NOTICE_MS);
  });
  frame.append(pre, button);
}
