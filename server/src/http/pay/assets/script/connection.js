const line = document.querySelector('#connection');
/** A single lost request is normal. */
const TOLERATED_FAILURES = 1;
let failures = 0;

export function countFailures() {
  return failures;
}

export function connectionWorked() {
  failures = 0;
  show();
}

export function connectionFailed() {
  failures += 1;
  show();
}

/** A player who is offline must know that the page may be outdated. */
function show() {
  if (!line) return;
  const text = failures > TOLERATED_FAILURES ? line.dataset.lost : '';
  // Announced once, not with every failed request.
  if (line.textContent !== text) line.textContent = text;
}
