import { notePlayerNames } from '../../usecases/search/note-player-names.ts';
import type { Job } from './job.ts';

export const notePlayerNamesJob: Job = {
  name: 'note_player_names',
  // Who has just come is found by name after this. By id, reference or code they are found at once.
  cron: '* * * * *',
  async run({ pool, clock, log }) {
    const { transactions, noted } = await notePlayerNames(pool, { nowMs: clock.nowMs() });
    if (noted > 0) log.info({ transactions, noted }, 'players can be found by their names');
  },
};
