import pg from 'pg';

/** As often as the service writes. */
const WRITE_EVERY_MS = 50;

/** The table of the durable program, without an index. */
export async function prepareBareLog(owner: pg.Pool): Promise<void> {
  await owner.query(
    'create table if not exists bare_log (id text not null, at timestamptz not null, status int4 not null)',
  );
  await owner.query('grant insert on bare_log to vezne_worker');
}

/** Writes what was sent, a batch at a time. */
export function createBareLog(databaseUrl: string): {
  add: (id: string) => void;
  close: () => Promise<void>;
} {
  const client = new pg.Client({ connectionString: databaseUrl });
  let sent: string[] = [];
  let writing: Promise<unknown> = client.connect();
  const write = (): void => {
    const batch = sent;
    sent = [];
    if (batch.length === 0) return;
    const insert = {
      name: 'bare-log',
      text: 'insert into bare_log select id, now(), 200 from unnest($1::text[]) as batch (id)',
      values: [batch],
    };
    writing = writing.then(async () => void (await client.query(insert)));
  };
  const timer = setInterval(write, WRITE_EVERY_MS);
  return {
    add: (id) => void sent.push(id),
    async close() {
      clearInterval(timer);
      write();
      await writing;
      await client.end();
    },
  };
}
