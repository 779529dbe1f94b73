const SECOND_MS = 1000;
/** Before its last hour the page says until when. */
const COUNTED_SECONDS = 3600;
let endsAtMs = 0;

/**
 * Uses the remaining seconds from the server. The clock of a phone may show the wrong time, but it measures time correctly.
 */
export function setTimeLeft(seconds) {
  endsAtMs = Date.now() + seconds * SECOND_MS;
  showTimeLeft();
}

function showTimeLeft() {
  const timer = document.querySelector('[data-seconds-left]');
  if (!timer) return;
  const left = Math.max(Math.round((endsAtMs - Date.now()) / SECOND_MS), 0);
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  timer.textContent = left === 0 ? timer.dataset.over : clock;
  const until = timer.closest('.until');
  if (until && left <= COUNTED_SECONDS) {
    until.classList.remove('until');
    until.querySelector('.time-label').textContent = until.dataset.counted;
    until.querySelector('time').remove();
  }
  // A page that cannot reach the server must also stop asking the player to pay.
  timer.closest('main').classList.toggle('over', left === 0);
}

setInterval(showTimeLeft, SECOND_MS);
