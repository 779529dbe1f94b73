/** Long enough for a weekend. The database holds it too. */
export const INVITATION_SECONDS = 72 * 60 * 60;
