/** Polls for news of waiting payments. Without this script, the link on the page does the same. */
const EVERY_MS = 3000;
/** While the shop cannot be reached, each wait is twice as long as the one before, up to this. */
const SLOWEST_MS = 30_000;

let failures = 0;
let next;

function currentMain() {
  return document.querySelector('main');
}

function lookLater() {
  clearTimeout(next);
  if (!currentMain().querySelector('[data-waiting]')) return;
  next = setTimeout(look, Math.min(EVERY_MS * 2 ** failures, SLOWEST_MS));
}

async function look() {
  clearTimeout(next);
  // A hidden page sends no requests. It sends one at once when it is visible again.
  if (document.hidden || !currentMain().querySelector('[data-waiting]')) return;
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    failures = 0;
  } catch {
    failures += 1;
  }
  lookLater();
}

function show(page) {
  const main = page.querySelector('main');
  if (main.innerHTML === currentMain().innerHTML) return;
  currentMain().replaceWith(document.adoptNode(main));
  document.title = page.title;
  // On the home page the heading is the same as before; the balance is the news.
  const news = [...main.querySelectorAll('h1, .balance')].map(({ textContent }) => textContent);
  document.querySelector('#announcer').textContent = news.join(' ');
}

lookLater();
document.addEventListener('visibilitychange', look);
addEventListener('pageshow', (event) => {
  if (event.persisted) void look();
});
