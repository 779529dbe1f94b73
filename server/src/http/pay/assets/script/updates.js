import { announce } from './announce.js';
import { addQuestion } from './confirm.js';
import { countFailures, notReached, reached } from './connection.js';
import { addCopyButtons } from './copy.js';
import { setTimeLeft } from './countdown.js';

/** Soon enough that a decision shows within two seconds. */
const USUAL_MS = 1000;
/** While the service cannot be reached, each question waits twice as long as the one before, up to this. */
const SLOWEST_MS = 15_000;
/** Phones lose an answer on the way from one network to another; without an end they would wait for it for ever. */
const ANSWER_WITHIN_MS = 8000;

let next;
/** The question that waits for its answer. */
let underWay;

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
  if (currentMain().dataset.state)
    next = setTimeout(ask, Math.min(USUAL_MS * 2 ** countFailures(), SLOWEST_MS));
}

async function ask() {
  clearTimeout(next);
  const { state, version } = currentMain().dataset;
  // A page in the background asks nothing; it asks at once when it is looked at again.
  if (!state || document.hidden || underWay) return;
  const question = new AbortController();
  underWay = question;
  const limit = setTimeout(() => question.abort(), ANSWER_WITHIN_MS);
  let isAnswered = false;
  try {
    const now = await (await answerOf(state, question)).json();
    if (now.version === version) setTimeLeft(now.secondsLeft);
    else await showNews(question);
    isAnswered = true;
  } catch {
    // Told below, unless somebody has asked anew meanwhile.
  }
  clearTimeout(limit);
  if (underWay !== question) return;
  underWay = undefined;
  if (isAnswered) reached();
  else notReached();
  askLater();
}

async function answerOf(address, { signal }) {
  const answer = await fetch(address, { cache: 'no-store', signal });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

async function showNews(question) {
  const answer = await answerOf(location.href, question);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const before = currentMain();
  const main = document.adoptNode(page.querySelector('main'));
  // While one release takes the place of another, they may give the same page different versions.
  if (main.dataset.version === before.dataset.version) return;
  const hadFocus = before.contains(document.activeElement);
  before.replaceWith(main);
  document.title = page.title;
  prepare(main);
  scrollTo(0, 0);
  // An alert speaks for itself.
  const news = main.querySelector('[data-news]') ?? main.querySelector('h1');
  if (!news.closest('[role=alert]')) announce(news.textContent, { isShown: false });
  // Who was at some place of the old page goes on at the news of the new one, not at the top of everything.
  if (hadFocus) news.focus();
}

/** Whoever comes back, from the bank's app or from a tunnel, wants to know at once; a question from before may be lost. */
function askNow() {
  underWay?.abort();
  underWay = undefined;
  reached();
  void ask();
}

// The answer to a form cannot be shown again, so that who comes back to it gets the page that the form was on.
const { here } = currentMain().dataset;
if (here) history.replaceState(null, '', here);

prepare(currentMain());
askLater();
document.addEventListener('visibilitychange', askNow);
addEventListener('online', askNow);
addEventListener('pageshow', (event) => {
  if (event.persisted) askNow();
});
