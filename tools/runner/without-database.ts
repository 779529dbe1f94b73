/**
 * The environment of a run that must not touch a database. It has no address, and libpq's own variables point at a port
 * where nothing listens, because `pg` uses localhost by default.
 */
export function withoutDatabase(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^PG[A-Z]+$/.test(name) && !/(?:DATABASE|POSTGRES)_URL$/.test(name),
  );
  return { ...Object.fromEntries(kept), PGHOST: '127.0.0.1', PGPORT: '1' };
}
