import { prepareEachMain, readPage, replaceMain } from './main.js';

/** The waits between tries while there is no network. The browser says, too, when it is back. */
const FIRST_WAIT_MS = 1000;
const LONGEST_RETRY_MS = 8000;
/** On a slow link an answer takes seconds. If nothing moves for this long, in neither direction, the connection is dead. */
const SILENCE_MS = 20_000;

/** What has to be done before a form leaves; it says whether the form may. */
let isFormReady = async () => await Promise.resolve(true);

export function beforeSending(check) {
  isFormReady = check;
}

/** The form that is on its way; a second press changes nothing. */
let formUnderWay;

/** What is new waits for the answer: the page must not change under a press. */
export function isSending() {
  return formUnderWay !== undefined;
}

function addSending(main) {
  for (const form of main.querySelectorAll('form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!formUnderWay) void send(form, event.submitter);
    });
  // "Not yet" takes a press back that has not left. A tap beside the question, or the way back, does not: the page has said that it is kept.
  main.querySelector('dialog [data-close]')?.addEventListener('click', takeBack);
  main.querySelector('dialog')?.addEventListener('cancel', (event) => {
    if (isSending()) event.preventDefault();
  });
}

async function send(form, submitter) {
  const button = submitter ?? form.querySelector('button');
  const sending = { form, button, waitMs: FIRST_WAIT_MS, isTakenBack: false };
  formUnderWay = sending;
  setWorking(button, true);
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  const isReady = await isFormReady(form, data, (text) => say(form, text));
  const answer = isReady ? await answerTo(sending, data) : undefined;
  if (answer) showAnswer(form, answer);
  else stop(sending);
}

/** Tries until there is an answer. Without a network the page stays, and says that the form is kept. */
async function answerTo(sending, data) {
  const { form } = sending;
  while (!sending.isTakenBack) {
    if (navigator.onLine) {
      say(form, form.querySelector('.sending').dataset.sending);
      const answer = await tryOnce(form, data);
      if (answer) return answer;
    }
    say(form, form.querySelector('.sending').dataset.kept);
    await networkOrWait(sending);
  }
  return undefined;
}

/** Script can follow no redirect to another site, so the answer names the next address. What is refused is a page of ours. */
async function tryOnce(form, data) {
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const isMultipart = form.enctype === 'multipart/form-data';
    const giveUp = () => request.abort();
    let silence;
    const moved = () => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
    };
    // What is half sent without a network would stand still until its time is over.
    addEventListener('offline', giveUp);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      if (isMultipart) showProgress(form, loaded / total);
    });
    request.addEventListener('progress', moved);
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      removeEventListener('offline', giveUp);
      showProgress(form, undefined);
      resolve(answerIn(request));
    });
    request.open('POST', form.action);
    request.setRequestHeader('accept', 'application/json');
    moved();
    request.send(isMultipart ? data : new URLSearchParams(data));
  });
}

/**
 * Where to go, or what to read. Undefined: nobody who knows this form has answered, such as a proxy while the service is away, and it is kept.
 * What a proxy refuses for good, the browser has to show: it sends the form itself.
 */
function answerIn(request) {
  const { status, responseText } = request;
  if (status === 0) return undefined;
  const next = responseText.startsWith('{"next":') && JSON.parse(responseText).next;
  if (next) return { next };
  const page = readPage(responseText);
  if (page.querySelector('main')) return { page };
  return status < 500 ? { isRefused: true } : undefined;
}

function showAnswer(form, { next, page, isRefused }) {
  // It stays under way until the next page is there, so that no second press can leave in between.
  if (next) return location.assign(next);
  if (isRefused) return form.submit();
  formUnderWay = undefined;
  const main = replaceMain(page);
  const target = main.querySelector('[autofocus], [role=alert]') ?? main.querySelector('h1');
  if (!target.matches('input')) target.tabIndex = -1;
  target.focus();
}

function stop(sending) {
  const { form, button } = sending;
  if (formUnderWay === sending) formUnderWay = undefined;
  setWorking(button, false);
  say(form, '');
}

function takeBack() {
  if (!formUnderWay) return;
  formUnderWay.isTakenBack = true;
  formUnderWay.goOn?.();
}

async function networkOrWait(sending) {
  await new Promise((resolve) => {
    sending.goOn = resolve;
    setTimeout(resolve, sending.waitMs);
  });
  sending.goOn = undefined;
  sending.waitMs = Math.min(sending.waitMs * 2, LONGEST_RETRY_MS);
}

function say(form, text) {
  const line = form.querySelector('.sending p');
  // Said once, not with every try.
  if (line.textContent !== text) line.textContent = text;
}

/** Undefined: there is none to show. */
function showProgress(form, part) {
  const bar = form.querySelector('progress');
  bar.hidden = part === undefined;
  bar.value = part ?? 0;
}

function setWorking(button, isWorking) {
  button.classList.toggle('working', isWorking);
  if (isWorking) button.setAttribute('aria-disabled', 'true');
  else button.removeAttribute('aria-disabled');
}

/** Links that lead elsewhere show it too, until the next page is there. */
export function addWorkingLinks(main) {
  for (const link of main.querySelectorAll('a.button'))
    link.addEventListener('click', (event) => {
      if (!event.defaultPrevented) link.classList.add('working');
    });
}

prepareEachMain(addSending);
addEventListener('online', () => formUnderWay?.goOn?.());
// A page that a browser kept and shows again has nothing on its way.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  const sending = formUnderWay;
  takeBack();
  if (sending) stop(sending);
  for (const link of document.querySelectorAll('a.working')) link.classList.remove('working');
});
