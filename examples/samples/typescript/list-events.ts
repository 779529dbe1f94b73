import { vezne } from './client.ts';

// Keep the last eventId, and begin after it the next time.
for await (const event of vezne.allEvents()) {
  console.log(JSON.stringify(event));
}
