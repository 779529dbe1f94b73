import { announce } from './announce.js';
import { addQuestion } from './confirm.js';
import { addCopyButtons } from './copy.js';
import { setTimeLeft } from './countdown.js';

/** Soon enough that a decision shows within two seconds. */
const EAGER_MS = 1000;
/** After five minutes nobody looks that closely. */
const EAGER_QUESTIONS = 300;
const PATIENT_MS = 5000;
/** While the service cannot be reached, each question waits twice as long as the one before, up to this. */
const SLOWEST_MS = 30_000;

let questions = 0;
let failures = 0;
let next;

function currentMain() {
  return document.querySelector('main');
}

function prepare(main) {
  addCopyButtons(main);
  addQuestion(main);
  const timer = main.querySelector('[data-seconds-left]');
  if (timer) setTimeLeft(Number(timer.dataset.secondsLeft));
}

function askLater() {
  clearTimeout(next);
  if (!currentMain().dataset.state) return;
  const usualMs = questions < EAGER_QUESTIONS ? EAGER_MS : PATIENT_MS;
  next = setTimeout(ask, Math.min(usualMs * 2 ** failures, SLOWEST_MS));
}

async function ask() {
  clearTimeout(next);
  const { state, version } = currentMain().dataset;
  // A page in the background asks nothing; it asks at once when it is looked at again.
  if (!state || document.hidden) return;
  questions += 1;
  try {
    const answer = await fetch(state, { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    const now = await answer.json();
    if (now.version === version) setTimeLeft(now.secondsLeft);
    else await showNews();
    failures = 0;
  } catch {
    failures += 1;
  }
  askLater();
}

async function showNews() {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = document.adoptNode(page.querySelector('main'));
  currentMain().replaceWith(main);
  document.title = page.title;
  prepare(main);
  scrollTo(0, 0);
  announce((main.querySelector('[data-news]') ?? main.querySelector('h1')).textContent);
}

prepare(currentMain());
askLater();
document.addEventListener('visibilitychange', ask);
addEventListener('pageshow', (event) => {
  if (event.persisted) void ask();
});
