const SECOND_MS = 1000;
let endsAtMs = 0;

/** By the seconds that the server says are left: the clock of a phone may be wrong, but it counts right. */
export function setTimeLeft(seconds) {
  endsAtMs = Date.now() + seconds * SECOND_MS;
  showTimeLeft();
}

function showTimeLeft() {
  const timer = document.querySelector('[data-seconds-left]');
  if (!timer) return;
  const left = Math.max(Math.round((endsAtMs - Date.now()) / SECOND_MS), 0);
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  timer.textContent = parts.map((part) => String(part).padStart(2, '0')).join(':');
}

setInterval(showTimeLeft, SECOND_MS);
