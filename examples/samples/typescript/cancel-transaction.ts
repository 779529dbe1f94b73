import { vezne } from './client.ts';

const [, script, id] = process.argv;
if (id === undefined) {
  console.error(`usage: node ${script} txn_…`);
  process.exit(2);
}
const transaction = await vezne.cancelTransaction(id);

console.log(JSON.stringify(transaction, null, 2));
