import { announce } from './announce.js';
import { addConfirmDialog } from './confirm.js';
import { countFailures, connectionFailed, connectionWorked } from './connection.js';
import { addCopyButtons } from './copy.js';
import { setTimeLeft } from './countdown.js';
import { currentMain, prepareEachMain, readPage, replaceMain } from './main.js';
import { addPrintButton } from './print.js';
import { addWorkingLinks, isSending } from './sending.js';

const POLL_EVERY_MS = 2000;
/** A player who has not touched the page for ten minutes has put the phone down. */
const PATIENT_AFTER_MS = 600_000;
const PATIENT_POLL_EVERY_MS = 5000;
/** While the service cannot be reached, each wait is twice as long as the one before, up to this. */
const LONGEST_WAIT_MS = 15_000;
/** A response can get lost when a phone changes networks. Without a timeout the page would wait for it for ever. */
const RESPONSE_TIMEOUT_MS = 8000;

let touchedAtMs = Date.now();
let nextPoll;
/** The request that waits for its response. */
let underWay;

function showTimer(main) {
  const timer = main.querySelector('[data-seconds-left]');
  if (timer) setTimeLeft(Number(timer.dataset.secondsLeft));
}

function isPatient() {
  return Date.now() - touchedAtMs > PATIENT_AFTER_MS;
}

/** The page says how often: whoever waits for a decision wants to know sooner. A page of an older release doesn't say it. */
function pollEveryMs() {
  return isPatient() ? PATIENT_POLL_EVERY_MS : Number(currentMain().dataset.asksEvery) || POLL_EVERY_MS;
}

/** Who touches a page after a long time wants to know at once how it stands. */
function touch() {
  const wasPatient = isPatient();
  touchedAtMs = Date.now();
  if (wasPatient) pollNow();
}

function pollLater() {
  clearTimeout(nextPoll);
  if (currentMain().dataset.state)
    nextPoll = setTimeout(
      () => void pollState(),
      Math.min(pollEveryMs() * 2 ** countFailures(), LONGEST_WAIT_MS),
    );
}

async function pollState({ isNow = false } = {}) {
  clearTimeout(nextPoll);
  const { state, version } = currentMain().dataset;
  // A hidden page sends no requests. It sends one at once when it is visible again.
  if (!state || document.hidden || underWay) return;
  if (isSending()) {
    pollLater();
    return;
  }
  const request = new AbortController();
  underWay = request;
  const limit = setTimeout(() => request.abort(), RESPONSE_TIMEOUT_MS);
  let hasResponse = false;
  try {
    const now = await (await fetchResponse(isNow ? `${state}?now` : state, request)).json();
    if (now.version === version) setTimeLeft(now.secondsLeft);
    else await showNews(request);
    hasResponse = true;
  } catch {
    // Reported below, unless a newer request has started.
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
  const page = readPage(await response.text());
  if (isSending()) return;
  const before = currentMain();
  // During a rollout, two releases may compute different versions for the same page.
  if (page.querySelector('main').dataset.version === before.dataset.version) return;
  const hadFocus = before.contains(document.activeElement);
  const main = replaceMain(page);
  // Screen readers announce an alert by themselves.
  const news = main.querySelector('[data-news]') ?? main.querySelector('h1');
  if (!news.closest('[role=alert]')) announce(news.textContent, { isShown: false });
  // If the focus was inside the old content, it moves to the news, not to the top of the page.
  if (hadFocus) news.focus();
}

/**
 * A player who comes back from the bank's app or from a tunnel wants the state at once. An older request may be lost, so it
 * is aborted.
 */
function pollNow() {
  touchedAtMs = Date.now();
  underWay?.abort();
  underWay = undefined;
  connectionWorked();
  // Not from memory: what happened while the player was away may be a moment old.
  void pollState({ isNow: true });
}

// A browser cannot reload the response to a form. So the address becomes that of the page with the form, for a player who
// comes back later.
const { here } = currentMain().dataset;
if (here) history.replaceState(null, '', here);

for (const prepare of [addCopyButtons, addConfirmDialog, addPrintButton, addWorkingLinks, showTimer])
  prepareEachMain(prepare);
pollLater();
document.addEventListener('visibilitychange', pollNow);
for (const name of ['pointerdown', 'keydown', 'scroll']) addEventListener(name, touch, { passive: true });
addEventListener('online', pollNow);
addEventListener('pageshow', (event) => {
  if (event.persisted) pollNow();
});
