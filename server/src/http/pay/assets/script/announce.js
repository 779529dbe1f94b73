/** What was done stays in sight as long as it takes to notice. */
export const NOTICE_MS = 2500;
const announcer = document.querySelector('#announcer');
let announcements = 0;

/** Says it to those who hear the page, and also shows it unless the page shows it anyway. */
export function announce(text, { isShown = true } = {}) {
  announcements += 1;
  const number = announcements;
  announcer.classList.toggle('hidden', !isShown);
  announcer.textContent = text;
  setTimeout(() => {
    if (number === announcements) announcer.textContent = '';
  }, NOTICE_MS);
}
