/** What the console's shapes share with those of the portal. */
export { day, moment, rowId } from '../sign-in/fields.ts';
