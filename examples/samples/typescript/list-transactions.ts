import { vezne } from './client.ts';

for await (const transaction of vezne.allTransactions({ type: 'deposit' })) {
  console.log(JSON.stringify(transaction));
}
