import type pg from 'pg';
import type { RunQuery } from './statements.ts';

/** A crash between the two statements is rare. One in twenty is enough for a small test to see it. */
const ONE_IN = 20;

const EVENT = /event as \(\s*insert into event \(([^)]*)\)\s*select (.*?)\s*from told\s*\)/s;
const ANSWER = 'select a.id, coalesce(';

/** Over all connections: one that met a refusal in its transaction is replaced, and would begin to count anew. */
let told = 0;

/** Moves the event from the deciding statement to a statement of its own, which is lost if the process dies in between. */
export function loseEvents(run: RunQuery): RunQuery {
  return async (query) => {
    const [event, columns, values] = EVENT.exec(query.text) ?? [];
    if (event === undefined || !query.text.includes(ANSWER)) throw new Error('The statement tells no event.');
    const text = query.text
      .replace(event, 'event as (select 1 from told)')
      .replace(
        ANSWER,
        'select (select to_json(told) from told where told.id = a.id) as told, a.id, coalesce(',
      );
    const result = await run({ ...query, text });
    for (const row of result.rows as { told?: unknown }[]) {
      const { told: what } = row;
      delete row.told;
      if (what === null) continue;
      told += 1;
      if (told % ONE_IN !== 0) await run(eventAlone(columns, values, what));
    }
    return result;
  };
}

function eventAlone(columns = '', values = '', told: unknown): pg.QueryConfig {
  return {
    text: `
      insert into event (${columns}) select ${values}
      from json_populate_record(null::transaction, $1)
        cross join json_to_record($1) as told (event_id uuid, event_type text, event_player_amount_cents int8, feed_no int8)`,
    values: [JSON.stringify(told)],
  };
}
