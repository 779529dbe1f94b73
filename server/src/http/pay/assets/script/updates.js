import { announce } from './announce.js';
import { addConfirmDialog } from './confirm.js';
import { countFailures, connectionFailed, connectionWorked } from './connection.js';
import { addCopyButtons } from './copy.js';
import { setTimeLeft } from './countdown.js';

/** Soon enough that a decision shows within two seconds. */
const POLL_EVERY_MS = 1000;
/** While the service cannot be reached, each question waits twice as long as the one before, up to this. */
const LONGEST_WAIT_MS = 15_000;
/** Phones lose an answer on the way from one network to another; without an end they would wait for it for ever. */
const RESPONSE_TIMEOUT_MS = 8000;

let nextPoll;
/** The question that waits for its answer. */
let underWay;

function currentMain() {
  return document.querySelector('main');
}

function prepare(main) {
  addCopyButtons(main);
  addConfirmDialog(main);
  const timer = main.querySelector('[data-seconds-left]');
  if (timer) setTimeLeft(Number(timer.dataset.secondsLeft));
}

function pollLater() {
  clearTimeout(nextPoll);
  if (currentMain().dataset.state)
    nextPoll = setTimeout(pollState, Math.min(POLL_EVERY_MS * 2 ** countFailures(), LONGEST_WAIT_MS));
}

async function pollState() {
  clearTimeout(nextPoll);
  const { state, version } = currentMain().dataset;
  // A page in the background asks nothing; it asks at once when it is looked at again.
  if (!state || document.hidden || underWay) return;
  const request = new AbortController();
  underWay = request;
  const limit = setTimeout(() => request.abort(), RESPONSE_TIMEOUT_MS);
  let hasResponse = false;
  try {
    const now = await (await fetchResponse(state, request)).json();
    if (now.version === version) setTimeLeft(now.secondsLeft);
    else await showNews(request);
    hasResponse = true;
  } catch {
    // Told below, unless somebody has asked anew meanwhile.
  }
  clearTimeout(limit);
  if (underWay !== request) return;
  underWay = undefined;
  if (hasResponse) connectionWorked();
  else connectionFailed();
  pollLater();
}

async function fetchResponse(address, { signal }) {
  const response = await fetch(address, { cache: 'no-store', signal });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

async function showNews(request) {
  const response = await fetchResponse(location.href, request);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
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
function pollNow() {
  underWay?.abort();
  underWay = undefined;
  connectionWorked();
  void pollState();
}

// The answer to a form cannot be shown again, so that who comes back to it gets the page that the form was on.
const { here } = currentMain().dataset;
if (here) history.replaceState(null, '', here);

prepare(currentMain());
pollLater();
document.addEventListener('visibilitychange', pollNow);
addEventListener('online', pollNow);
addEventListener('pageshow', (event) => {
  if (event.persisted) pollNow();
});
