import { vezne } from './client.ts';

console.log(JSON.stringify(await vezne.getBalance(), null, 2));
