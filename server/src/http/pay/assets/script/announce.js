/** Long enough to notice the message. */
export const NOTICE_MS = 2500;
const announcer = document.querySelector('#announcer');
let announcements = 0;

/** Announces a text to screen readers, and also shows it unless the page shows it anyway. */
export function announce(text, { isShown = true } = {}) {
  announcements += 1;
  const number = announcements;
  announcer.classList.toggle('hidden', !isShown);
  announcer.textContent = text;
  setTimeout(() => {
    if (number === announcements) announcer.textContent = '';
  }, NOTICE_MS);
}
