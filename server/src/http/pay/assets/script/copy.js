import { NOTICE_MS, announce } from './announce.js';

/** Only script adds the buttons: without it they would do nothing, and players can still select the texts. */
export function addCopyButtons(main) {
  const template = main.querySelector('#copy-button');
  if (!template) return;
  for (const place of main.querySelectorAll('[data-copy]')) {
    const button = template.content.firstElementChild.cloneNode(true);
    button.setAttribute('aria-label', place.dataset.label);
    const row = place.parentElement;
    // A press anywhere in the row bubbles up to it, that of the button too. Who selects the text by hand wants only a part of it.
    row.addEventListener('click', async ({ target }) => {
      const selected = getSelection();
      const isSelecting = !selected.isCollapsed && row.contains(selected.anchorNode);
      if (button.contains(target) || !isSelecting) await copy(place, button);
    });
    place.append(button);
    row.classList.add('copyable');
  }
}

async function copy(place, button) {
  if (!(await isCopied(place.dataset.copy))) {
    // The last resort: the text is selected, and the player copies it by hand.
    getSelection().selectAllChildren(place.querySelector('.value'));
    announce(button.dataset.failed);
    return;
  }
  button.focus();
  announce(place.dataset.copied);
  button.classList.add('done');
  setTimeout(() => button.classList.remove('done'), NOTICE_MS);
}

async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers inside other apps, and plain http, may refuse. The older way mostly works there.
    return isCopiedFromField(text);
  }
}

function isCopiedFromField(text) {
  const field = document.createElement('textarea');
  field.className = 'hidden';
  field.readOnly = true;
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  return isDone;
}
