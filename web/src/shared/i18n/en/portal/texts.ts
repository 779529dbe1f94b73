import { common } from '../common.ts';
import { door } from '../door.ts';
import { frame } from '../frame.ts';
import { profile } from '../profile.ts';
import { credentials } from './credentials.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { look } from './look.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { statements } from './statements.ts';
import { transactions } from './transactions.ts';
import { webhooks } from './webhooks.ts';

/** Everything that people of partners read at the portal. Nothing of the console's is among it. */
export const texts = {
  ...common,
  ...door,
  ...frame,
  ...profile,
  ...errors,
  ...places,
  ...home,
  ...transactions,
  ...money,
  ...statements,
  ...credentials,
  ...webhooks,
  ...people,
  ...look,
};
