import { prepareEachMain } from './main.js';
import { beforeSending } from './sending.js';

/** Twelve seconds of a weak mobile link, and more than a receipt needs to be read. A smaller file is sent as it is. */
const SMALL_ENOUGH_BYTES = 600_000;
/** The longer side of a photo in pixels and the quality of a JPEG: the first that is small enough. Small print is readable in all of them. */
const SIZES = [
  [2000, 0.8],
  [1600, 0.75],
  [1280, 0.7],
  [1024, 0.6],
];

/** The file that was chosen last, as it is sent. */
let chosen;

function addReceiptCheck(main) {
  const input = main.querySelector('#receipt');
  chosen = undefined;
  input?.addEventListener('change', async () => {
    const [file] = input.files;
    chosen = file && smallFile(file);
    const small = await chosen;
    if (input.files[0] === file) showProblem(input, small !== undefined && isTooLarge(input, small));
  });
}

/** Replaces the chosen file by a smaller one. Returns whether the form may be sent: a file too large is refused before it is sent. */
async function isReceiptReady(form, data, say) {
  const input = form.querySelector('#receipt');
  const [file] = input?.files ?? [];
  if (!file) return true;
  say(input.dataset.preparing);
  // A browser that came back to this page may still have the file that was chosen before.
  chosen ??= smallFile(file);
  const small = await chosen;
  say('');
  showProblem(input, isTooLarge(input, small));
  if (isTooLarge(input, small)) {
    input.focus();
    return false;
  }
  data.set('receipt', small, file.name);
  return true;
}

function isTooLarge(input, { size }) {
  return size > Number(input.dataset.maxBytes);
}

function showProblem(input, isWrong) {
  input.parentElement.querySelector('.problem')?.remove();
  input.toggleAttribute('aria-invalid', false);
  input.setAttribute('aria-describedby', 'receipt-help');
  if (!isWrong) return;
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.id = 'receipt-problem';
  problem.setAttribute('role', 'alert');
  problem.textContent = input.dataset.tooLarge;
  input.after(problem);
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', 'receipt-help receipt-problem');
}

/** A photo in fewer pixels. What is no photo, or none that this browser can open, stays as it is. */
async function smallFile(file) {
  if (!file.type.startsWith('image/') || file.size <= SMALL_ENOUGH_BYTES) return file;
  let photo;
  try {
    photo = await createImageBitmap(file);
    let smallest = file;
    for (const [side, quality] of SIZES) {
      const drawn = await drawnPhoto(photo, side, quality);
      if (drawn !== null && drawn.size < smallest.size) smallest = drawn;
      if (smallest.size <= SMALL_ENOUGH_BYTES) break;
    }
    return smallest;
  } catch {
    return file;
  } finally {
    photo?.close();
  }
}

async function drawnPhoto(photo, side, quality) {
  // As many pixels as a photo of that side has: a long screenshot stays as wide as it has to be.
  const scale = Math.min(1, Math.sqrt((0.75 * side * side) / (photo.width * photo.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  const brush = canvas.getContext('2d');
  // A JPEG has no transparency: what a screenshot leaves open would be black.
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}

prepareEachMain(addReceiptCheck);
beforeSending(isReceiptReady);
