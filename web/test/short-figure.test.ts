import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortFigure } from '../src/portal/features/statements/written-days.ts';

test('an axis in Turkish says "bin" of thousands: "150 B" beside the lira sign is read as billions', () => {
  const written = (figure: number): string => shortFigure(figure, 'tr').replaceAll(/\s/g, ' ');
  assert.deepEqual([750, 150_000, 1_500_000].map(written), ['750', '150 bin', '1,5 Mn']);
  assert.equal(shortFigure(150_000, 'en'), '150k');
});
