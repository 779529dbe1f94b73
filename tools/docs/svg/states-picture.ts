import type { TransactionState, TransactionType } from '@vezne/domain/transaction-state';
import { meaningOf } from '../states-words.ts';
import { textWidth } from './boxes.ts';
import { Canvas, MARGIN } from './picture.ts';
import type { Picture } from './picture.ts';
import { LINE_HEIGHT, isRejected, isStaying, layOut, nameOf } from './states-layout.ts';
import type { Place, StatesLayout, Way } from './states-layout.ts';

const TRIGGER_SIZE = 13;

/** The states of a deposit or a withdrawal, drawn from the table of transitions. */
export function statesPicture(type: TransactionType): Picture {
  const layout = layOut(type);
  const canvas = new Canvas();
  canvas.text(`The states of a ${type}`, { x: MARGIN, y: 42, size: 17, look: 'bold' });
  for (const place of [...layout.column, layout.rejected]) drawState(canvas, type, place);
  let lanes = 0;
  for (const way of layout.ways) {
    const from = way.from === null ? -1 : positionOf(way.from, layout);
    const to = positionOf(way.to, layout);
    if (way.from !== null && from === -1)
      throw new Error(`Nothing is drawn that leaves ${nameOf(way.from)}.`);
    if (isRejected(way.to)) drawToRejected(canvas, way, layout);
    else if (isStaying(way)) drawStaying(canvas, way, layout);
    else if (to === from + 1) drawDown(canvas, way, layout);
    else if (to < from) drawBack(canvas, way, layout, ++lanes);
    else throw new Error(`There is no way to draw ${way.triggers.join(', ')} yet.`);
  }
  const bottom = layout.rejected.box.y + layout.rejected.box.height + 34;
  const width = canvas.pill('event', { x: MARGIN, y: bottom });
  canvas.text('what the partner is told', { x: MARGIN + width + 8, y: bottom + 15, look: 'quiet' });
  const description = `The states of a ${type} and what leads from one to the next; the table below says the same.`;
  return canvas.finish({ height: bottom + 22 + MARGIN, description });
}

function positionOf(state: TransactionState, { column }: StatesLayout): number {
  return column.findIndex((place) => nameOf(place.state) === nameOf(state));
}

function placeOf(state: TransactionState, layout: StatesLayout): Place {
  const place = layout.column[positionOf(state, layout)];
  if (place === undefined) throw new Error(`${nameOf(state)} has no place in the column.`);
  return place;
}

function drawState(canvas: Canvas, type: TransactionType, { state, box }: Place): void {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const looks: Partial<Record<string, string>> = { approved: 'good', rejected: 'bad' };
  canvas.rectangle(box, looks[state.status] ?? 'box');
  // The status that the partner sees is written above a stage.
  const shift = state.stage === null ? 0 : 8;
  if (state.stage !== null)
    canvas.text(state.status, { x, y: y - 14, size: 12, anchor: 'middle', look: 'code quiet' });
  canvas.text(nameOf(state), { x, y: y - 3 + shift, size: 14, anchor: 'middle', look: 'code bold' });
  canvas.text(meaningOf(type, state), {
    x,
    y: y + 16 + shift,
    size: 12,
    anchor: 'middle',
    look: 'quiet',
  });
}

function drawToRejected(canvas: Canvas, way: Way, layout: StatesLayout): void {
  if (way.from === null) throw new Error('Nothing is rejected before it exists.');
  const { box } = placeOf(way.from, layout);
  const left = box.x + box.width;
  const right = layout.rejected.box.x;
  const y = box.y + box.height / 2;
  canvas.arrow(`M${left} ${y}H${right - 8}`, { x: right, y, towards: 'right' });
  const middle = (left + right) / 2 - 4;
  way.triggers.forEach((trigger, index) => {
    const lineY = y - 7 - (way.triggers.length - 1 - index) * LINE_HEIGHT;
    canvas.text(trigger, { x: middle, y: lineY, size: TRIGGER_SIZE, anchor: 'middle', look: 'code bold' });
  });
  if (way.event !== null) canvas.pill(way.event, { x: middle, y: y + 7, centred: true });
}

function drawDown(canvas: Canvas, way: Way, layout: StatesLayout): void {
  const { box } = placeOf(way.to, layout);
  const x = box.x + box.width / 2;
  const above = way.from === null ? undefined : placeOf(way.from, layout).box;
  const top = above === undefined ? box.y - 40 : above.y + above.height;
  if (above === undefined) canvas.dot(x, top);
  canvas.arrow(`M${x} ${top}V${box.y - 8}`, { x, y: box.y, towards: 'down' });
  const height = way.triggers.length * LINE_HEIGHT + (way.event === null ? 0 : 1.5 * LINE_HEIGHT);
  const first = (top + box.y - height) / 2 + 13;
  way.triggers.forEach((trigger, index) => {
    canvas.text(trigger, {
      x: x + 14,
      y: first + index * LINE_HEIGHT,
      size: TRIGGER_SIZE,
      look: 'code bold',
    });
  });
  if (way.event !== null)
    canvas.pill(way.event, { x: x + 14, y: first - 9 + way.triggers.length * LINE_HEIGHT });
}

/** Every path back has its own lane; the first is the innermost. */
function drawBack(canvas: Canvas, way: Way, layout: StatesLayout, lane: number): void {
  if (way.from === null) throw new Error('Nothing comes back before it exists.');
  const from = placeOf(way.from, layout).box;
  const to = placeOf(way.to, layout).box;
  const name = way.triggers.join(', ');
  const x = from.x - textWidth(name, TRIGGER_SIZE) - 20;
  const startY = from.y + from.height / 2;
  const endY = to.y + to.height / 2 + 14 - (lane - 1) * 28;
  const path = `M${from.x} ${startY}H${x + 8}q-8 0 -8 -8V${endY + 8}q0 -8 8 -8H${to.x - 8}`;
  canvas.arrow(path, { x: to.x, y: endY, towards: 'right' });
  canvas.text(name, { x: from.x - 10, y: startY - 7, size: TRIGGER_SIZE, anchor: 'end', look: 'code bold' });
}

/** A loop at the lower left of its state. Paths back leave the same side further up. */
function drawStaying(canvas: Canvas, way: Way, layout: StatesLayout): void {
  const { box } = placeOf(way.to, layout);
  const top = box.y + box.height / 2 + 10;
  const bottom = box.y + box.height - 6;
  const x = box.x - 22;
  canvas.arrow(`M${box.x} ${bottom}H${x + 8}q-8 0 -8 -8V${top + 8}q0 -8 8 -8H${box.x - 8}`, {
    x: box.x,
    y: top,
    towards: 'right',
  });
  way.triggers.forEach((trigger, index) => {
    const y = top + 8 + index * LINE_HEIGHT;
    canvas.text(trigger, { x: x - 8, y, size: TRIGGER_SIZE, anchor: 'end', look: 'code bold' });
  });
}
