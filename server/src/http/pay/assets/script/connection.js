const line = document.querySelector('#connection');
/** One question may go astray. */
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

/** Who is offline has to know that what they see may be old. */
function show() {
  if (!line) return;
  const text = failures > TOLERATED_FAILURES ? line.dataset.lost : '';
  // Said once, not with every question.
  if (line.textContent !== text) line.textContent = text;
}
