import { vezne } from './client.ts';

const [, , id = ''] = process.argv; // txn_…
const transaction = await vezne.cancelTransaction(id);

console.log(JSON.stringify(transaction, null, 2));
