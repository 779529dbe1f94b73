import { vezne } from './client.ts';

const [, , id = ''] = process.argv; // txn_…
const transaction = await vezne.getTransaction(id);

console.log(JSON.stringify(transaction, null, 2));
