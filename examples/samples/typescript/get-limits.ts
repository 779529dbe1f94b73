import { vezne } from './client.ts';

console.log(JSON.stringify(await vezne.getLimits(), null, 2));
