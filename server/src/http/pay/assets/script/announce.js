/** What was done stays in sight as long as it takes to notice. */
export const NOTICE_MS = 2500;
const announcer = document.querySelector('#announcer');
let announcements = 0;

/** Says it to those who see the page and to those who hear it. */
export function announce(text) {
  announcements += 1;
  const number = announcements;
  announcer.textContent = text;
  setTimeout(() => {
    if (number === announcements) announcer.textContent = '';
  }, NOTICE_MS);
}
